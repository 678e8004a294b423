// The entrance of the room for the others: the parts of every page, without the frame around them.

export * from './address.ts';
export * from './announce.tsx';
export * from './code-block.tsx';
export * from './copy.tsx';
export * from './dead-link.tsx';
export * from './format.tsx';
export * from './heading.tsx';
export * from './icon.tsx';
export * from './number-text.ts';
export * from './problem.tsx';
export * from './problem-texts.ts';
export * from './section.tsx';
export * from './server-settings.ts';
export * from './shared.ts';
export * from './snippets.ts';
