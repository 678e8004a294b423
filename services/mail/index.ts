// The public interface of this room: other rooms import only this file.

export { jobsWithLinks, Mail, tryMailServer, unreadableLinks } from './mail.ts';
export { personIn } from './templates.ts';
