/** Where Insert puts snippets: remembered among JupyterLab's settings, changed there or in a card. */

import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { type ISignal, Signal } from '@lumino/signaling';

import { type Position, isPosition } from '../protocol.js';

export class Preferences {
  private _position: Position = 'below';
  private _settings: ISettingRegistry.ISettings | null = null;
  private readonly _changed = new Signal<this, void>(this);

  get position(): Position {
    return this._position;
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Remembered for this page at once, and for others where settings can be written. */
  choose(position: Position): void {
    this._set(position);
    this._settings?.set('position', position).catch((error: unknown) => {
      console.warn('snippet-widget: the position is remembered for this page only', error);
    });
  }

  /** Take over what the settings say, now and whenever they change. */
  async follow(registry: ISettingRegistry, plugin: string): Promise<void> {
    this._settings = await registry.load(plugin);
    const read = ({ composite }: ISettingRegistry.ISettings): void => {
      if (isPosition(composite['position'])) {
        this._set(composite['position']);
      }
    };
    this._settings.changed.connect(read);
    read(this._settings);
  }

  private _set(position: Position): void {
    if (position !== this._position) {
      this._position = position;
      this._changed.emit();
    }
  }
}
