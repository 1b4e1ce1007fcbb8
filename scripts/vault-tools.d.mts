/** Where the tools are, or will be: the commands' own files. */
export function toolPaths(env?: NodeJS.ProcessEnv): {
  readonly cache: string;
  readonly sops: string;
  readonly server: string;
};
