// The command line. The entrance of this room: what other rooms may use.

export { main } from './main.ts';
