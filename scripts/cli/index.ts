// The command line. Other rooms may import only this file.

export { crash, main } from './main.ts';
