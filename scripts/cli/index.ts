// The command line. Other rooms may import only this file.

export { main } from './main.ts';
