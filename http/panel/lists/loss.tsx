import { useEffect, useState } from 'preact/hooks';
import { countOf } from '../shell/index.ts';

/** Says how many people lose what by a deletion, as soon as that is known. */
export function Loss({ count }: { count: () => Promise<[people: number, what: string]> }) {
  const [text, setText] = useState('…');
  useEffect(() => {
    count().then(
      ([people, what]) =>
        setText(
          people === 0 ? 'Nobody loses anything.' : `${countOf(people, ['person loses', 'people lose'])} ${what}.`,
        ),
      // The deletion itself says what is wrong.
      () => setText(''),
    );
  }, []);
  return (
    <span role="status">
      <br />
      {text}
    </span>
  );
}
