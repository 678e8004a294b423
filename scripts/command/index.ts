// How a person starts a command of svc: the sources are run by npm scripts, the package by its executable.

const isSource = import.meta.url.endsWith('.ts');

/** What stands before the arguments of `svc`. */
export const svcCommand = isSource ? 'npm run --silent svc --' : process.env.npm_command === 'exec' ? 'npx svc' : 'svc';

/** The command that starts a server. */
export const serveCommand = isSource ? 'npm start' : `${svcCommand} serve`;
