// Shows the progress on a line of the terminal that is overwritten. Shows nothing if stderr is not a terminal.

const barWidth = 30;

export interface Progress {
  show(done: number, total: number, what: string): void;
  /** Clears the line. */
  end(): void;
}

export function createProgress(): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  return {
    show(done, total, what) {
      const filled = total === 0 ? barWidth : Math.floor((barWidth * done) / total);
      stderr.write(`\r\u001b[2K${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${total} ${what}`);
    },
    end: () => void stderr.write('\r\u001b[2K'),
  };
}
