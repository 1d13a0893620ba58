/** The English words of the first screens; the module `virtual:words-later` adds the others. */
declare module "virtual:words-first" {
  const words: Record<string, string>;
  export default words;
}
