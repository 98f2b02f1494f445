/** A text in the files that everyone replaces with their own, such as the name of the business. */
export interface Blank {
  label: string;
  help: string;
  /** The sample in the files. */
  text: string;
  is: "business" | "phone" | "link" | "email";
}

/** What the library page shows of a workflow, under `library` in its file. */
export interface LibraryWords {
  title: string;
  category: string;
  summary: string;
  /** When and for whom to start it. */
  start: string;
  /** Other words that people search for. */
  words: string;
  blanks: Blank[];
  /** Sample contacts, as the lines of a CSV file. */
  contacts: string[];
}

/** A workflow of the library: a bundle, with what the page shows of it. The server checks the bundle on import. */
export interface LibraryWorkflow extends LibraryWords {
  key: string;
  type: "Outbound" | "Inbound";
  bundle: LibraryBundle;
}

/** The parts of a bundle that the page reads. */
export interface LibraryBundle {
  campaign?: { campaignName: string };
  workflow?: { nodes: { id: number; type: string }[] };
  templates?: { templateId: string; templateTitle: string; templateText: string }[];
  emailTemplates?: { templateId: string; templateTitle: string; subject: string; text: string }[];
  queues?: { name: string }[];
  liveLists?: { name: string }[];
  ivrs?: object[];
  routes?: { routeTag: string; drawing: unknown }[];
  customFields?: string[];
  numberSetName?: string;
}

/** The bundle with the user's own texts in place of the samples. A missing or empty text leaves its sample. */
export function fillBlanks({ blanks, bundle }: LibraryWorkflow, texts: ReadonlyMap<string, string>): LibraryBundle {
  const own = blanks.flatMap(({ label, text }) => {
    const written = texts.get(label)?.trim() ?? "";
    return written === "" || written === text ? [] : [[text, written] as const];
  });
  const fill = (text: string): string => {
    // one pass, so that a text that contains another sample is not replaced twice
    const [sample, written] = own.find(([one]) => text.includes(one)) ?? [];
    if (sample === undefined || written === undefined) return text;
    return text
      .split(sample)
      .map((part) => fill(part))
      .join(written);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return fill(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(bundle) as LibraryBundle;
}

/** What an account must have before the workflow works, in the order in which to prepare it. */
export function needsOf({ type, bundle }: LibraryWorkflow): string[] {
  const kinds = new Set((bundle.workflow?.nodes ?? []).map(({ type: kind }) => kind));
  const count = (list: readonly unknown[] | undefined, one: string, more: string): string[] =>
    list === undefined || list.length === 0 ? [] : [list.length === 1 ? one : `${list.length} ${more}`];
  return [
    type === "Inbound" ? "A number that it answers" : "A number set with a number",
    ...(kinds.has("email") ? ["A mail server for e-mail"] : []),
    ...count(bundle.queues, "Someone on Agent Queues", "agent queues with someone on them"),
    ...count(bundle.liveLists, "Users on a live list", "live lists with users"),
    ...(type === "Inbound" && bundle.ivrs !== undefined ? ["The privilege for IVR menus"] : []),
  ];
}
