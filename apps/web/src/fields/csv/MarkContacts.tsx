import { Autocomplete, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Audience, audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { mostConsentText } from "@trunkline/contract/contacts/contact.ts";
import { listOf } from "../../api/queries.ts";

/** What an import gives all of its contacts, as it is typed. */
export interface ImportMarks {
  audience: string;
  consentSource: string;
}

/** Only what was entered is sent. */
export const queryOfMarks = ({ audience, consentSource }: ImportMarks) => ({
  ...(audience.trim() !== "" && { audience: audience.trim() }),
  ...(consentSource.trim() !== "" && { consentSource: consentSource.trim() }),
});

/** Why the audience cannot be filled. */
export const problemOfMarks = ({ audience }: ImportMarks): string | undefined =>
  /[,;|]/.test(audience) ? "The name of the audience cannot contain a comma, semicolon or bar" : undefined;

/** Audiences that ask for one tag and nothing else: an import can fill these. */
const isByTag = ({ statements: [first, ...more] }: Audience): boolean =>
  more.length === 0 && first?.variable.toLowerCase() === "tags" && first.operation === "CONTAINS" && !first.negated;

/** Adds the contacts of a file to an audience, and says where their consent comes from. Both are optional. */
export function MarkContacts({
  marks,
  change,
  takesAudience,
}: {
  marks: ImportMarks;
  change: (marks: ImportMarks) => void;
  takesAudience: boolean;
}) {
  const audiences = useQuery({ ...listOf(audienceRoutes.list), enabled: takesAudience });
  const names = (audiences.data ?? []).filter(isByTag).map(({ name }) => name);
  const isKnown = names.some((name) => name.toLowerCase() === marks.audience.trim().toLowerCase());
  return (
    <Stack gap={16} maw={440}>
      {takesAudience ? (
        <Autocomplete
          label="Add to an audience"
          description={
            marks.audience.trim() === ""
              ? "Optional. Choose one, or enter a name for a new one."
              : isKnown
                ? "All contacts in the file get the tag of this audience."
                : "A new audience. All contacts in the file get a tag that it is made of."
          }
          data={names}
          maxLength={58}
          value={marks.audience}
          onChange={(audience) => change({ ...marks, audience })}
        />
      ) : null}
      <TextInput
        label="Source of consent"
        description="Optional. Shown on the page of each contact and in exports."
        placeholder="Web form, March 2026"
        maxLength={mostConsentText}
        value={marks.consentSource}
        onChange={(event) => change({ ...marks, consentSource: event.currentTarget.value })}
      />
    </Stack>
  );
}
