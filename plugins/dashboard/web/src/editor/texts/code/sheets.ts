// CodeMirror brings its styles by style-mod, which puts a <style> element into documents: the page's policy refuses that. Style sheets
// that a document adopts are objects of this script, and the policy has nothing against those; style-mod itself uses them in shadow
// trees. This puts the same rules into such sheets for the document too, in the order that style-mod promises: later ones win.
import { StyleModule } from 'style-mod';

const mounted: StyleModule[] = [];
const sheets = new WeakMap<StyleModule, CSSStyleSheet>();

function sheetOf(module: StyleModule): CSSStyleSheet {
  let sheet = sheets.get(module);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(module.getRules());
    sheets.set(module, sheet);
  }
  return sheet;
}

if ('adoptedStyleSheets' in document) {
  StyleModule.mount = (_root, modules) => {
    let at = 0;
    let changed = false;
    for (const module of [modules].flat() as StyleModule[]) {
      const index = mounted.indexOf(module);
      if (index >= at) {
        at = index + 1;
        continue;
      }
      if (index >= 0) {
        mounted.splice(index, 1);
        --at;
      }
      mounted.splice(at++, 0, module);
      changed = true;
    }
    if (!changed) return;
    const ours = mounted.map(sheetOf);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((each) => !ours.includes(each)), ...ours];
  };
}
