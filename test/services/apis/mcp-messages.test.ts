import t from 'tap';
import { readMcpBody, toolsCalledIn } from '../../../services/apis/mcp/mcp-messages.ts';

const read = (text: string | Buffer) => readMcpBody(Buffer.from(text));
const tools = (text: string) => toolsCalledIn(read(text) ?? { id: null, isList: false, messages: [] });
const call = (name: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}"}}`;

t.test('the messages of a body are read with their names', async (t) => {
  t.strictSame(read(call('search')), { id: 1, isList: false, messages: [{ method: 'tools/call', name: 'search' }] });
  t.strictSame(read('{"method":"resources/read","params":{"uri":"file:///a","name":"b"}}')?.messages, [
    { method: 'resources/read', name: 'file:///a' },
  ]);
  t.strictSame(read('{"jsonrpc":"2.0","id":1,"result":{"name":"x","content":[{"name":"y"},{"name":"z"}]}}')?.messages, [
    { method: undefined, name: undefined },
  ]);
  t.strictSame(read('{"method":"initialize","params":{"clientInfo":{"name":"a"}}}')?.messages, [
    { method: 'initialize', name: undefined },
  ]);
  t.strictSame(read('{"method":"tasks/get","params":{"taskId":"t1"}}')?.messages, [
    { method: 'tasks/get', name: 't1' },
  ]);
  t.strictSame(tools(`[${call('a')},{"method":"ping"},${call('b')}]`), ['a', 'b']);
});

t.test('arguments of a tool may have any members', async (t) => {
  const text =
    '{"method":"tools/call","params":{"name":"a","arguments":{"name":1,"NAME":2,"method":"x","params":{"name":"z"}}}}';
  t.strictSame(tools(text), ['a']);
  t.strictSame(tools('{"method":"tools\\/c\\u0061ll","p\\u0061rams":{"name":"a"}}'), ['a']);
});

t.test('a body that parsers could read differently is unreadable', async (t) => {
  for (const text of [
    '{"method":"ping","method":"tools/call","params":{"name":"a"}}',
    '{"method":"tools/call","method":"ping","params":{"name":"a"}}',
    '{"method":"ping","Method":"tools/call","params":{"name":"a"}}',
    '{"method":"ping","\\u004dethod":"tools/call","params":{"name":"a"}}',
    '{"method":"tools/call","params":{"name":"a","name":"b"}}',
    '{"method":"tools/call","params":{"name":"a","Name":"b"}}',
    '{"method":"tools/call","params":{"name":"a"},"params":{"name":"b"}}',
    '{"method":"tools/call","params":["a"]}',
    '{"method":"tools/call","params":{"name":7}}',
    '{"method":"tools/call"}',
    '{"method":7}',
    '[[{"method":"tools/call","params":{"name":"a"}}]]',
    `\ufeff${call('a')}`,
    `${call('a')}\n${call('b')}`,
    'method: tools/call',
    '"tools/call"',
    '',
  ])
    t.equal(read(text), undefined, text);
  t.equal(read(Buffer.from(call('a'), 'utf16le')), undefined, 'UTF-16');
  t.equal(readMcpBody(undefined), undefined, 'no body');
});
