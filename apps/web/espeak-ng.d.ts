/** eSpeak NG's command line compiled to WebAssembly, as far as `speakSamples.ts` uses it: the package brings no types. */
declare module "espeak-ng" {
  interface Program {
    /** What it is called with, as on a command line. */
    arguments: string[];
    /** Hands over a program that was compiled already. */
    instantiateWasm(
      imports: WebAssembly.Imports,
      begin: (instance: WebAssembly.Instance, program: WebAssembly.Module) => void,
    ): object;
  }
  export default function run(program: Program): Promise<{ FS: { readFile(path: string): Uint8Array } }>;
}
