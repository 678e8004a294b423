// The entrance of this room: what other rooms may use.

export { jobsWithLinks, Mail } from './mail.ts';
