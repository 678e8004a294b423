// A conversation with a model: the turns so far, and what the last question was sent as and found.

import { useRef, useState } from 'preact/hooks';
import type { ProjectContext } from '../api/index.ts';
import { type Answer, answerStream } from './answer-stream.ts';
import { type FileSearch, factsOf, hear, messagesOf, newTurn, type Turn } from './playground-turn.tsx';

type Body = { model: string } & Record<string, unknown>;

export function useConversation({ organization, project, signal }: ProjectContext) {
  const [turns, setTurns] = useState<Turn[]>([]);
  const [searches, setSearches] = useState<FileSearch[]>([]);
  const [sent, setSent] = useState<Body>();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const stop = () => running.current?.abort();
  return { turns, searches, sent, isBusy, ask, stop, restart };

  function restart() {
    stop();
    setTurns([]);
    setSearches([]);
    setSent(undefined);
  }

  /** Sends a question with the turns before it, and shows the answer while it comes. */
  async function ask(question: string, options: Body) {
    const turn = newTurn(question, options.model);
    const input = [...turns.flatMap(messagesOf), { role: 'user', content: question }];
    const body = { ...options, input, store: false };
    const mine = new AbortController();
    running.current = mine;
    setTurns([...turns, turn]);
    setSearches([]);
    setSent(body);
    setBusy(true);
    try {
      await listen(turn, body, AbortSignal.any([mine.signal, signal]));
    } catch (error) {
      const isStopped = mine.signal.aborted || signal.aborted;
      turn.facts = isStopped ? 'Stopped.' : '';
      if (!isStopped) turn.error = error;
    } finally {
      setBusy(false);
      draw();
    }
  }

  async function listen(turn: Turn, body: Body, until: AbortSignal) {
    const begun = performance.now();
    const scope = { organization: organization.id, project: project.id, signal: until };
    let last: Answer | undefined;
    for await (const event of answerStream(body, scope)) {
      const search = hear(turn, event, performance.now() - begun);
      if (search !== undefined) setSearches((before) => [...before, search]);
      last = event.response ?? last;
      draw();
    }
    turn.facts = factsOf(turn, last, performance.now() - begun);
    turn.isWhole = true;
  }

  /** The turns change in place: a copy of the list draws them again. */
  function draw() {
    setTurns((now) => [...now]);
  }
}
