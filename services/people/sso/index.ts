// Single sign-on: the entrance for the rest of this room.

export { unknownInMappings } from './group-mapping.ts';
export { Providers } from './providers.ts';
export { registerProviderRefresh } from './refresh.ts';
export { beginProviderSignIn, finishProviderSignIn } from './sign-in.ts';
export { endProviderLogins, signOutOfBrowser } from './sign-out.ts';
export { unlinkIdentities } from './unlink.ts';
