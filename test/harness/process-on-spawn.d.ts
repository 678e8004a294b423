// The part that the tests use of a package that has no types.

declare module 'process-on-spawn' {
  type Listener = (child: { env: NodeJS.ProcessEnv }) => void;
  const processOnSpawn: { prependListener(listener: Listener): void; addListener(listener: Listener): void };
  export default processOnSpawn;
}
