// Simple form controls.

import { cloneElement, createRef, type RefObject, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Child, Field } from '../api/types.ts';
import { numberUnits } from '../shell/number-text.ts';
import { type Shared, shared, uniqueId } from '../shell/shared.ts';

type Choice = [value: string, text: string];

/** A field of one text, which can be set. */
export type TextField = Field & { text(): string; set(text: string): void };

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
export function labelled(control: VNode<object>, place: RefObject<HTMLElement | null>, label: Label) {
  const trouble = shared<string | undefined>(undefined);
  return {
    element: <Labelled control={control} trouble={trouble} {...label} />,
    focus: () => focusOn(place.current),
    setProblem: trouble.set,
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

/** @param options `whenEmpty`: what an empty text means. `isFirst`: the page or dialog begins here. */
export function textField({
  name,
  value,
  type = 'text',
  whenEmpty = 'send',
  ...options
}: Omit<Label, 'beside'> & {
  name: string;
  value?: string | null;
  type?: string;
  autocomplete?: string;
  whenEmpty?: 'leave-out' | 'null' | 'send';
  readonly?: boolean;
  inputmode?: string;
  isFirst?: boolean;
  maxLength?: number;
  placeholder?: string;
  /** The id of an element with suggestions. */
  list?: string;
  onInput?: (text: string) => void;
}): TextField {
  const { autocomplete = 'off', readonly = false, isFirst = false, inputmode, maxLength, placeholder, list } = options;
  const input = createRef<HTMLInputElement>();
  const text = () => input.current?.value ?? value ?? '';
  const control = (
    <input
      ref={input}
      defaultValue={value ?? ''}
      {...{ name, autocomplete, inputmode, maxLength, placeholder, list }}
      {...({ type } as object)}
      readonly={readonly}
      spellcheck={false}
      dir={type === 'text' ? 'auto' : undefined}
      onInput={() => options.onInput?.(text())}
      data-focus={isFirst ? '' : undefined}
    />
  );
  return {
    ...labelled(control, input, options),
    text,
    set: (now) => setValue(input, now),
    names: [name],
    fill(body) {
      if (text() !== '' || whenEmpty === 'send') body[name] = text();
      else if (whenEmpty === 'null') body[name] = null;
    },
  };
}

function setValue({ current }: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, text: string) {
  if (current !== null) current.value = text;
}

/** A field for a text of several lines. */
export function areaField({
  name,
  value = '',
  rows,
  ...label
}: Label & { name: string; value?: string; rows: number }): TextField {
  const area = createRef<HTMLTextAreaElement>();
  const text = () => area.current?.value ?? value;
  const control = <textarea ref={area} name={name} rows={rows} defaultValue={value} autocomplete="off" dir="auto" />;
  return {
    ...labelled(control, area, label),
    text,
    set: (now) => setValue(area, now),
    names: [name],
    fill(body) {
      body[name] = text();
    },
  };
}

/** A field for a number, such as 500 or 10k. Empty means no value. */
export function numberField({
  name,
  value,
  whenEmpty = 'leave-out',
  unit = 'number',
  ...label
}: Label & {
  name: string;
  value?: number | null;
  whenEmpty?: 'leave-out' | 'null';
  unit?: keyof typeof numberUnits;
}): Field {
  const { read, write } = numberUnits[unit];
  const input = createRef<HTMLInputElement>();
  const first = value === null || value === undefined ? '' : write(value);
  const mode = unit === 'bytes' ? undefined : 'decimal';
  return {
    ...labelled(
      <input ref={input} name={name} defaultValue={first} inputmode={mode} autocomplete="off" />,
      input,
      label,
    ),
    names: [name],
    fill(body) {
      const text = (input.current?.value ?? first).trim();
      // Invalid numbers are sent unchanged, so that the server reports the error.
      if (text !== '') body[name] = read(text) ?? text;
      else if (whenEmpty === 'null') body[name] = null;
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

/** A password field with a button that shows the password. */
export function passwordField({
  name,
  autocomplete,
  isFirst = false,
  ...label
}: Label & { name: string; autocomplete: 'current-password' | 'new-password'; isFirst?: boolean }): Field {
  const input = createRef<HTMLInputElement>();
  const control = (
    <input
      ref={input}
      type="password"
      name={name}
      autocomplete={autocomplete}
      spellcheck={false}
      data-focus={isFirst ? '' : undefined}
    />
  );
  return {
    ...labelled(control, input, { ...label, beside: <Reveal of={input} /> }),
    names: [name],
    fill(body) {
      body[name] = input.current?.value ?? '';
    },
  };
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
 * @param options `groups`: further choices with a heading.
 */
export function choiceField({
  name,
  value,
  choices,
  groups = [],
  onChange,
  ...label
}: Label & {
  name: string;
  value?: string | undefined;
  choices: Choice[];
  groups?: [label: string, choices: Choice[]][];
  onChange?: (value: string) => void;
}): TextField {
  const select = createRef<HTMLSelectElement>();
  const all = [choices, ...groups.map(([, ones]) => ones)].flat().map(([one]) => one);
  const text = () => select.current?.value ?? (all.includes(value ?? '') ? value : all[0]) ?? '';
  // The property sets the attribute, by which a changed choice is told from the first one.
  const option = ([one, said]: Choice) => <option {...{ value: one, defaultSelected: one === value }}>{said}</option>;
  const control = (
    <select ref={select} name={name} onChange={() => onChange?.(text())}>
      {choices.map(option)}
      {groups.map(([title, ones]) => (
        <optgroup label={title}>{ones.map(option)}</optgroup>
      ))}
    </select>
  );
  return {
    ...labelled(control, select, label),
    text,
    set(now) {
      if (select.current !== null && all.includes(now)) select.current.value = now;
    },
    names: [name],
    fill(body) {
      body[name] = text();
    },
  };
}
