import type { Api, Field } from '../api/types.ts';
import { h, uniqueId } from '../shell/dom.ts';
import { textField } from './fields.ts';

/** A field for a member of the organization by e-mail address, which suggests the newest 100. */
export function personField(api: Api): Field & { input: HTMLInputElement; userId: () => Promise<string | undefined> } {
  const field = textField({ name: 'user_id', label: 'E-mail of a member', type: 'email' });
  const list = h('datalist', { id: uniqueId('people') });
  field.input.setAttribute('list', list.id);
  field.element.append(list);
  void api
    .get('/v1/organization/users', { query: { limit: 100 } })
    .then(({ data }) => list.append(...data.map(({ email, name }) => h('option', { value: email }, name ?? ''))))
    // Without suggestions an address is typed.
    .catch(() => undefined);
  return { ...field, userId };

  /** Returns the id of the member; undefined after it has shown that there is none. */
  async function userId() {
    const email = field.input.value.trim();
    const { data } = await api.get('/v1/organization/users', { query: { 'emails[]': [email] } });
    const [found] = data;
    if (found === undefined) {
      field.setProblem('No member of the organization has this address.');
      field.focus();
    }
    return found?.id;
  }
}
