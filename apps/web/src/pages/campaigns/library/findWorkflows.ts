import type { LibraryWorkflow } from "@trunkline/workflow/library/libraryWorkflow.ts";

/** The workflows that contain every word of a search in their title, description, search words or texts. */
export function findWorkflows(library: readonly LibraryWorkflow[], search: string): LibraryWorkflow[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return library.filter(({ title, category, type, summary, start, words, bundle }) => {
    const texts = (bundle.templates ?? []).map(({ templateText }) => templateText);
    const text = [title, category, type, summary, start, words, ...texts].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
