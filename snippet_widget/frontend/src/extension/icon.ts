/** The panel's icon: code, and more of it. */

import { LabIcon } from '@jupyterlab/ui-components';

export const snippetIcon = new LabIcon({
  name: 'snippet-widget:snippet',
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24">
  <g class="jp-icon3" fill="none" stroke="#616161" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
    <path d="M7 5 2 12l5 7M17 5l5 7-5 7M12 8v8M8 12h8"/>
  </g>
</svg>`
});
