import type { components } from '../generated/openapi.ts';
import type { LoginRow } from '../models/login.ts';
import * as people from '../services/people/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const listSessions: Handler<'listSessions'> = async ({ query, caller }) => {
  const found = await people.listSessions(caller, query);
  return { status: 200, body: envelope(found, (row) => toResource(row, caller.loginId)) };
};

export const deleteSession: Handler<'deleteSession'> = async ({ params: { session_id: id }, caller }) => {
  await people.deleteSession(caller, id);
  return { status: 200, body: { id, object: 'session.deleted', deleted: true } };
};

function toResource(row: LoginRow, current: string): components['schemas']['Session'] {
  return {
    id: row.id,
    object: 'session',
    method: row.method,
    client_name: row.clientName,
    is_current: row.id === current,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
  };
}
