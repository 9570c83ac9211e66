// Tabs after the pattern of WAI-ARIA's Authoring Practices, synchronized over the page.
(() => {
  "use strict";

  const groups = [];

  function build(element, number) {
    const panels = [...element.querySelectorAll(":scope > .sw-tab")];
    const list = document.createElement("div");
    list.className = "sw-tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Clients");
    const group = panels.map((panel, index) => {
      const title = panel.querySelector(":scope > .sw-tab-title strong")?.textContent ?? "";
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `sw-tab-${number}-${index}`;
      tab.textContent = title;
      tab.setAttribute("role", "tab");
      panel.id ||= `sw-panel-${number}-${index}`;
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => chooseEverywhere(title));
      list.append(tab);
      addCopy(panel);
      return { title, tab, panel };
    });
    list.addEventListener("keydown", (event) => move(event, group));
    element.prepend(list);
    groups.push(group);
    choose(group, group[0]?.title);
  }

  function choose(group, title) {
    if (!group.some((each) => each.title === title)) return;
    const first = group.find((each) => each.title === title);
    for (const each of group) {
      const chosen = each === first;
      each.panel.hidden = !chosen;
      each.tab.setAttribute("aria-selected", String(chosen));
      each.tab.tabIndex = chosen ? 0 : -1;
    }
  }

  function chooseEverywhere(title) {
    for (const group of groups) choose(group, title);
  }

  function move(event, group) {
    const at = group.findIndex((each) => each.tab === document.activeElement);
    const to = {
      ArrowRight: (at + 1) % group.length,
      ArrowLeft: (at - 1 + group.length) % group.length,
      Home: 0,
      End: group.length - 1,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    chooseEverywhere(group[to].title);
    group[to].tab.focus();
  }

  function addCopy(panel) {
    // sphinx-copybutton brings a button of its own
    const code = panel.querySelector("pre");
    if (!code || !navigator.clipboard || panel.querySelector(".copybtn")) return;
    const text = code.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sw-copy";
    button.textContent = "Copy";
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Press Ctrl+C";
        getSelection()?.selectAllChildren(code);
      }
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    panel.querySelector(":scope > .sw-tab-title")?.append(button);
  }

  document.querySelectorAll(".sw-tabs").forEach(build);
})();
