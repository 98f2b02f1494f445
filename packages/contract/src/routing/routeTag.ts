/** Route tags reserved for the API's own paths (readings, Reserved names). */
const reservedRouteTags = ["tag", "terminal", "test"];

/** The saved form of a route tag: the title in lower case. */
export const routeTagOf = (title: string): string => title.trim().toLowerCase();

const spelling = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} _.&'-]*[\p{L}\p{N}\p{M}_.&'-])?$/u;
const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Why a title cannot be a route tag, or undefined. */
export function whyNoRouteTag(title: string): string | undefined {
  const tag = routeTagOf(title);
  if (tag === "") return "Title is required";
  if (tag.length > 72) return "Title must have at most 72 characters";
  if (!spelling.test(tag))
    return "Title must begin with a letter or digit and contain only letters, digits, spaces and - _ . & '";
  if (idForm.test(tag)) return "Title must not look like an id";
  if (reservedRouteTags.includes(tag)) return `"${tag}" is a reserved word. Choose another title`;
  return undefined;
}
