// The one reader and the one writer of chat completions, and the internal form between them.
// The public interface of this folder: the other APIs import only this file.

export type { ChatEvent, StopReason, TextKind } from './events.ts';
export { functionName, functionParameters, hashedName, maxNameLength } from './functions.ts';
export { type IgnoredTool, ignoredToolsHeaders, withIgnoredTools } from './ignored-tools.ts';
export { ChatReader, readCompletion } from './reader.ts';
export { type ChatMessage, ChatWriter, type Content } from './writer.ts';
