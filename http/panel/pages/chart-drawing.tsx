// The bars of a chart. The SVG contains no text, so that it can stretch to any width.

const height = 100;
const step = 10;
const gap = 1.5;

export type Bar = { label: string; parts: number[] };

export function Drawing({
  label,
  bars,
  top,
  tips,
  onPoint,
}: {
  /** Said by a screen reader. */
  label: string;
  bars: Bar[];
  top: number;
  tips?: string[];
  onPoint?: (at: number | undefined) => void;
}) {
  return (
    <svg
      viewBox={`0 0 ${bars.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      class="bars"
      onPointerLeave={() => onPoint?.(undefined)}
    >
      {[0, 0.5, 1].map((part) => (
        <line class="rule" x1={0} x2={bars.length * step} y1={height * part} y2={height * part} />
      ))}
      {bars.map((bar, at) => (
        <g onPointerEnter={() => onPoint?.(at)}>
          {/* The whole column reacts to the pointer, so that low bars are easy to hit. */}
          <rect class="column" x={at * step} y={0} width={step} height={height} />
          {stack(bar, at * step, top)}
          {tips !== undefined && <title>{tips[at]}</title>}
        </g>
      ))}
    </svg>
  );
}

function stack({ parts }: Bar, x: number, top: number) {
  let y = height;
  return parts.map((part, at) => {
    const size = (part / top) * height;
    y -= size;
    return size > 0 && <rect class={`series-${at}`} x={x + gap} y={y} width={step - 2 * gap} height={size} />;
  });
}
