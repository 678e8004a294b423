// The commands that a person types: npm scripts in the repository, the package's executable in an installation.

const isSource = import.meta.url.endsWith('.ts');

/** The command line before the arguments of `svc`. */
export const svcCommand = isSource ? 'npm run --silent svc --' : process.env.npm_command === 'exec' ? 'npx svc' : 'svc';

/** The command that starts a server. */
export const serveCommand = isSource ? 'npm start' : `${svcCommand} serve`;
