// Simple form controls.

import { cloneElement, createRef, type RefObject, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Child, Field, TextField } from '../api/index.ts';
import { numberUnits, type Shared, shared, uniqueId } from '../shell/index.ts';

type Choice = [value: string, text: string];

interface Label {
  label: Child;
  hint?: Child | undefined;
  optional?: boolean | undefined;
  /** Screen readers alone read the label. */
  hidesLabel?: boolean;
  /** Stands beside the control. */
  beside?: Child;
  /** Belongs to the control, and stands below it. */
  below?: Child;
}

/** Returns a label, a control, a hint and a place for errors, linked for screen readers. */
function labelled(control: VNode<object>, place: RefObject<HTMLElement | null>, label: Label) {
  const trouble = shared<string | undefined>(undefined);
  return {
    element: <Labelled control={control} trouble={trouble} {...label} />,
    focus: () => focusOn(place.current),
    setProblem: trouble.set,
  };
}

/** Returns a field whose value is the text of the control. */
function textual(
  name: string,
  control: VNode<object>,
  place: RefObject<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null>,
  { first, ...label }: Label & { first: string },
): TextField {
  const text = () => place.current?.value ?? first;
  return {
    ...labelled(control, place, label),
    text,
    set(now) {
      if (place.current !== null) place.current.value = now;
    },
    names: [name],
    fill(body) {
      body[name] = text();
    },
  };
}

function Labelled({
  control,
  trouble,
  label,
  hint,
  optional = false,
  hidesLabel = false,
  beside,
  below,
  hidden,
}: Label & { control: VNode<object>; trouble: Shared<string | undefined>; hidden?: boolean }) {
  const [id] = useState(() => uniqueId('field'));
  const problem = trouble.use();
  const linked = cloneElement(control, {
    id,
    'aria-describedby': hint === undefined ? `${id}-trouble` : `${id}-hint ${id}-trouble`,
    'aria-invalid': problem !== undefined,
  });
  return (
    <div class="field" hidden={hidden}>
      <label for={id} class={hidesLabel ? 'hidden' : undefined}>
        {label}
        {optional && <span class="soft"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {beside === undefined ? (
        linked
      ) : (
        <div class="joined">
          {linked}
          {beside}
        </div>
      )}
      <p class="trouble" id={`${id}-trouble`}>
        {problem}
      </p>
      {below}
    </div>
  );
}

/** Returns the field's element, hidden or not. */
export function hiddenIf(hidden: boolean, { element }: Field) {
  return cloneElement(element, { hidden });
}

/** Moves the focus to a control, also where it is folded away. */
export function focusOn(control: Element | null | undefined) {
  const fold = control?.closest('details');
  if (fold) fold.open = true;
  if (control instanceof HTMLElement) control.focus();
}

interface TextOptions extends Omit<Label, 'beside'> {
  name: string;
  value?: string | null;
  type?: string;
  /** A field of a password has a button that shows the password. */
  autocomplete?: string;
  /** The meaning of an empty text. */
  whenEmpty?: 'leave-out' | 'null' | 'send';
  readonly?: boolean;
  inputmode?: string | undefined;
  /** The page or dialog begins here. */
  isFirst?: boolean;
  maxLength?: number;
  placeholder?: string;
  /** The id of an element with suggestions. */
  list?: string;
  onInput?: (text: string) => void;
}

export function textField({ name, value, whenEmpty = 'send', onInput, ...options }: TextOptions): TextField {
  const { type = 'text', autocomplete = 'off', readonly = false, isFirst = false, ...label } = options;
  const { inputmode, maxLength, placeholder, list } = options;
  const input = createRef<HTMLInputElement>();
  const first = value ?? '';
  const control = (
    <input
      ref={input}
      defaultValue={first}
      {...{ name, autocomplete, inputmode, maxLength, placeholder, list }}
      {...({ type } as object)}
      readonly={readonly}
      spellcheck={false}
      dir={type === 'text' ? 'auto' : undefined}
      onInput={() => onInput?.(field.text())}
      data-focus={isFirst ? '' : undefined}
    />
  );
  const beside = autocomplete.endsWith('-password') ? <Reveal of={input} /> : undefined;
  const field = textual(name, control, input, { ...label, beside, first });
  return {
    ...field,
    fill(body) {
      if (field.text() !== '' || whenEmpty === 'send') body[name] = field.text();
      else if (whenEmpty === 'null') body[name] = null;
    },
  };
}

/** A field for a text of several lines. */
export function areaField({
  name,
  value = '',
  rows,
  spellcheck,
  ...label
}: Label & { name: string; value?: string; rows: number; spellcheck?: boolean }): TextField {
  const area = createRef<HTMLTextAreaElement>();
  const control = (
    <textarea ref={area} {...{ name, rows, spellcheck }} defaultValue={value} autocomplete="off" dir="auto" />
  );
  return textual(name, control, area, { ...label, first: value });
}

/** A field for a number, such as 500 or 10k. Empty means no value. */
export function numberField({
  value,
  unit = 'number',
  whenEmpty,
  ...options
}: Omit<TextOptions, 'value'> & { value?: number | null; unit?: keyof typeof numberUnits }): Field {
  const { read, write } = numberUnits[unit];
  const first = value === null || value === undefined ? '' : write(value);
  const inputmode = unit === 'bytes' ? undefined : 'decimal';
  const field = textField({ inputmode, ...options, value: first });
  return {
    ...field,
    fill(body) {
      const text = field.text().trim();
      // Invalid numbers are sent unchanged, so that the server reports the error.
      if (text !== '') body[options.name] = read(text) ?? text;
      else if (whenEmpty === 'null') body[options.name] = null;
    },
  };
}

/**
 * A checkbox.
 * @param options `value`: it is checked.
 */
export function checkField({
  name,
  value = false,
  onChange,
  ...label
}: Label & { name: string; value?: boolean; onChange?: (isChecked: boolean) => void }): Field {
  const input = createRef<HTMLInputElement>();
  const isChecked = () => input.current?.checked ?? value;
  const control = (
    <input ref={input} type="checkbox" name={name} defaultChecked={value} onChange={() => onChange?.(isChecked())} />
  );
  return {
    ...labelled(control, input, label),
    names: [name],
    fill(body) {
      body[name] = isChecked();
    },
  };
}

/** A field of files, which tells which ones are chosen. */
export function fileField(
  label: Label & { name: string; multiple?: boolean },
  onChange: (files: File[]) => void,
): Field & { take(files: FileList): void } {
  const { name, multiple = false } = label;
  const input = createRef<HTMLInputElement>();
  const choose = () => onChange([...(input.current?.files ?? [])]);
  const control = <input ref={input} type="file" multiple={multiple} name={name} onChange={choose} />;
  return { ...labelled(control, input, label), names: ['file'], fill: () => undefined, take };

  function take(files: FileList) {
    if (input.current !== null) input.current.files = files;
    onChange([...files]);
  }
}

function Reveal({ of: { current: input } }: { of: RefObject<HTMLInputElement | null> }) {
  const [isShown, show] = useState(false);
  return (
    <button type="button" aria-pressed={isShown} aria-label="Show the password" onClick={toggle}>
      {isShown ? 'Hide' : 'Show'}
    </button>
  );

  function toggle() {
    if (input !== null) input.type = isShown ? 'password' : 'text';
    show(!isShown);
  }
}

/**
 * A select field.
 * @param options `texts` by their values. JavaScript moves values that are whole numbers to the front, so those are
 * `choices`, which come next. `groups`: further choices with a heading.
 */
export function choiceField({
  name,
  value,
  texts = {},
  choices = [],
  groups = [],
  onChange,
  ...label
}: Label & {
  name: string;
  value?: string | undefined;
  texts?: Record<string, string>;
  choices?: Choice[];
  groups?: [label: string, choices: Choice[]][];
  onChange?: (value: string) => void;
}): TextField {
  const select = createRef<HTMLSelectElement>();
  const ungrouped = [...Object.entries(texts), ...choices];
  const all = [ungrouped, ...groups.map(([, ones]) => ones)].flat().map(([one]) => one);
  const first = (all.includes(value ?? '') ? value : all[0]) ?? '';
  // The property sets the attribute, by which a changed choice is told from the first one.
  const option = ([one, said]: Choice) => <option {...{ value: one, defaultSelected: one === value }}>{said}</option>;
  const control = (
    <select ref={select} name={name} onChange={() => onChange?.(field.text())}>
      {ungrouped.map(option)}
      {groups.map(([title, ones]) => (
        <optgroup label={title}>{ones.map(option)}</optgroup>
      ))}
    </select>
  );
  const field = textual(name, control, select, { ...label, first });
  return { ...field, set: (now) => all.includes(now) && field.set(now) };
}
