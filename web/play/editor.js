// The editor: CodeMirror with the errors of Python, and its completions. It stands in a shadow root, where its styles
// are adopted style sheets, which the policy of the site allows.

import { acceptCompletion, autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, undo } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colour = (role) => `var(--${role})`;

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: colour('beginning') },
  { tag: [tags.string, tags.content], color: colour('ink') },
  { tag: [tags.number, tags.bool, tags.null], color: colour('combat') },
  { tag: tags.comment, color: colour('muted'), fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: colour('muted') },
  { tag: [tags.keyword, tags.meta, tags.labelName], color: colour('ending') },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: colour('ink'), backgroundColor: colour('paper'), fontSize: '13.5px' },
  '&.cm-focused': { outline: `2px solid ${colour('focus')}`, outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: colour('ink'), padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: colour('ink') },
  '.cm-gutters': { backgroundColor: colour('lane_tint'), color: colour('muted'), border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: colour('ghost') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: colour('lane') },
  '.cm-selectionMatch': { backgroundColor: colour('beginning_tint') },
  '.cm-told': { backgroundColor: colour('accent_card') },
  '.cm-tooltip': { backgroundColor: colour('card'), color: colour('ink'), border: `1px solid ${colour('lane')}`, borderRadius: '7px', maxWidth: '90vw' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: colour('beginning_tint'), color: colour('ink') },
  '.cm-completionDetail': { color: colour('muted'), fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic-error': { borderLeftColor: colour('combat') },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: `underline wavy ${colour('combat')} 1.5px`, textUnderlineOffset: '3px' },
  '.cm-panels': { backgroundColor: colour('lane_tint'), color: colour('ink') },
  '.cm-button, .cm-textfield': { backgroundImage: 'none', backgroundColor: colour('card'), border: `1px solid ${colour('lane')}`, borderRadius: '5px' },
});

const told = StateEffect.define();
const toldLine = StateField.define({
  create: () => Decoration.none,
  update(shown, change) {
    for (const effect of change.effects) {
      if (effect.is(told)) shown = effect.value ? Decoration.set([Decoration.line({ class: 'cm-told' }).range(effect.value)]) : Decoration.none;
    }
    return change.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Chromium gives what is typed over a selection the style of what stood there, as an attribute, which the policy of the
// site blocks, and then says so. So the text is put there without it.
const overSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const ours = Annotation.define(); // marks the changes that this page makes, not a person

export class Editor {
  // `changed(text)` is told of changes that a person makes; `complete(text, line, column)` gives what can stand there.
  constructor(host, text, changed, complete) {
    const root = host.attachShadow({ mode: 'open' });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), history(), drawSelection(), indentOnInput(),
          indentUnit.of('  '), bracketMatching(), highlightSelectionMatches(), yaml(), syntaxHighlighting(HIGHLIGHT), THEME, toldLine,
          overSelection, EditorView.lineWrapping, EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Scenario, as YAML. Escape, then Tab leaves it.' }),
          autocompletion({ override: [(context) => this.options(context, complete)], icons: false }),
          keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((each) => each.annotation(ours))) changed(this.text);
          }),
        ],
      }),
    });
    host.querySelector('pre')?.remove();
  }

  get text() { return this.view.state.doc.toString(); }

  // Puts another text in place of this one; undo brings the old one back.
  set text(text) {
    if (text === this.text) return;
    const { from, to, insert } = difference(this.text, text);
    this.view.dispatch({ changes: { from, to, insert }, annotations: ours.of(true), effects: told.of(null) });
  }

  undo() { return undo(this.view); }

  focus() { this.view.focus(); }

  // Goes to a line and a column, both from 1.
  go(line, column = 1) {
    this.view.dispatch({ selection: { anchor: this.at(line, column) }, scrollIntoView: true });
    this.focus();
  }

  // Marks the line that caused what is looked at.
  tell(line) {
    const known = line > 0 && line <= this.view.state.doc.lines;
    const from = known ? this.view.state.doc.line(line).from : 0;
    this.view.dispatch({ effects: known ? [told.of(from), EditorView.scrollIntoView(from, { y: 'nearest' })] : told.of(null) });
  }

  show(errors) {
    const doc = this.view.state.doc;
    const marks = errors.map(({ line, column, message }) => {
      const from = this.at(line, column), end = doc.lineAt(from).to;
      const word = /^[^\s,\]}:]*/.exec(doc.sliceString(from, end))[0].length;
      return { from, to: Math.min(from + Math.max(word, 1), Math.max(end, from)), severity: 'error', message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks.sort((one, other) => one.from - other.from)));
  }

  at(line, column) {
    const doc = this.view.state.doc, here = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return Math.min(here.from + Math.max(column, 1) - 1, here.to);
  }

  async options(context, complete) {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (!context.explicit && !/[\w#.]$|[:[{,] $/.test(before)) return null;
    const found = await complete(context.state.doc.toString(), line.number, before.length + 1);
    if (!found?.options.length) return null;
    return { from: line.from + found.from - 1, options: found.options, validFor: /^[^:,[\]{}]*$/ };
  }
}

// The smallest change that makes one text of another, so that the cursor stays where it is.
function difference(old, text) {
  let from = 0, end = 0;
  const most = Math.min(old.length, text.length);
  while (from < most && old[from] === text[from]) from++;
  while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  return { from, to: old.length - end, insert: text.slice(from, text.length - end) };
}
