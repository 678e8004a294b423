const shapes = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  copy: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z',
  check: 'M3.5 10.5l4 4 9-9',
  close: 'M5 5l10 10M15 5L5 15',
  back: 'M12 4l-6 6 6 6',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
};

/** Returns a decorative icon in the text's colour. Screen readers skip it. */
export function icon(name: keyof typeof shapes) {
  return (
    <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
