/** esbuild writes a component's styles beside its script. */
declare module '*.css';
