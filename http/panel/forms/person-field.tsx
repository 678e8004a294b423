import { useEffect, useState } from 'preact/hooks';
import type { Api, TextField } from '../api/index.ts';
import { uniqueId } from '../shell/index.ts';
import { textField } from './fields.tsx';

/** A field for a member of the organization by e-mail address, which suggests the newest 100. */
export function personField(api: Api): TextField & { userId: () => Promise<string | undefined> } {
  const list = uniqueId('people');
  const below = <Suggestions id={list} api={api} />;
  const field = textField({ name: 'user_id', label: 'E-mail of a member', type: 'email', list, below });
  return { ...field, userId };

  /** Returns the id of the member; undefined after it has shown that there is none. */
  async function userId() {
    const { data } = await api.get('/v1/organization/users', { query: { 'emails[]': [field.text().trim()] } });
    const [found] = data;
    if (found === undefined) {
      field.setProblem('No member of the organization has this address.');
      field.focus();
    }
    return found?.id;
  }
}

function Suggestions({ id, api }: { id: string; api: Api }) {
  const [people, setPeople] = useState<{ email: string; name: string | null }[]>([]);
  useEffect(() => {
    // Without suggestions an address is typed.
    api.get('/v1/organization/users', { query: { limit: 100 } }).then(
      ({ data }) => setPeople(data),
      () => undefined,
    );
  }, []);
  return (
    <datalist id={id}>
      {people.map(({ email, name }) => (
        <option value={email}>{name ?? ''}</option>
      ))}
    </datalist>
  );
}
