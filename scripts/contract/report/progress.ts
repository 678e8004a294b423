// Shows the progress on a line of the terminal that is overwritten. Shows nothing if stderr is not a terminal.

const barWidth = 30;

export interface Progress {
  /** Shows a bar with the numbers and `what`. `share` (0 to 1) is the length of the bar, by default done / total. */
  show(done: number, total: number, what: string, share?: number): void;
  /** Clears the line. */
  end(): void;
}

export function createProgress(): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  return {
    show(done, total, what, share = total === 0 ? 1 : done / total) {
      const filled = Math.floor(barWidth * share);
      stderr.write(`\r\u001b[2K${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${total} ${what}`);
    },
    end: () => void stderr.write('\r\u001b[2K'),
  };
}
