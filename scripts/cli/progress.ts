// How far something is, on a terminal: a line that is written over. Elsewhere nothing is shown.

const barWidth = 30;

export interface Progress {
  show(done: number, total: number, what: string): void;
  /** Takes the line away. */
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
