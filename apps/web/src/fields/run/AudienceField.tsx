import { Anchor, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { ContactCount } from "./ContactCount.tsx";

interface Props {
  audienceId: string | null;
  onChange: (audienceId: string | null) => void;
  error: string | undefined;
}

/** The choice of a saved audience, with its current number of contacts (decision 0095). */
export function AudienceField({ audienceId, onChange, error }: Props) {
  const audiences = useQuery({ ...listOf(audienceRoutes.list), staleTime: 30_000 });
  const chosen = audiences.data?.find((row) => row.audienceId === audienceId);
  if (audiences.data?.length === 0) return <NoAudiences error={error} />;
  const isGone = audiences.data !== undefined && audienceId !== null && chosen === undefined;
  return (
    <>
      <Select
        aria-label="Audience"
        description="Everyone who matches when the run starts."
        inputWrapperOrder={["label", "input", "description", "error"]}
        searchable
        allowDeselect={false}
        placeholder={audiences.isPending ? "Loading…" : "Choose an audience"}
        nothingFoundMessage={audiences.isError ? "Could not load audiences" : "Nothing found"}
        data={(audiences.data ?? []).map((row) => ({ value: row.audienceId, label: row.name }))}
        value={chosen?.audienceId ?? null}
        onChange={onChange}
        error={isGone ? gone : (error ?? (audiences.isError ? "Could not load audiences" : undefined))}
      />
      {chosen && <ContactCount statements={chosen.statements} />}
    </>
  );
}

const gone = "This audience does not exist. Choose another one";

function NoAudiences({ error }: { error: string | undefined }) {
  const mayCreate = useMay()("contact-admin");
  return (
    <>
      <Text size="sm">
        No audiences yet.{" "}
        {mayCreate && (
          <Anchor component={PathLink} to={paths.createAudience} inherit underline="always">
            Create an audience
          </Anchor>
        )}
      </Text>
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </>
  );
}
