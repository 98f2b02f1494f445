import { Alert, Button, Input, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ContactImport, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { ChooseCsv } from "../csv/ChooseCsv.tsx";
import { type ChosenFile, MapColumns } from "../csv/MapColumns.tsx";
import { RejectedRows } from "../csv/RejectedRows.tsx";
import type { ContactsDraft } from "./runRequest.ts";

const pollMs = 1000;

interface Props {
  upload: ContactsDraft["upload"];
  change: (part: Pick<ContactsDraft, "upload" | "uploadTag">) => void;
  error: string | undefined;
}

/** Imports a CSV file under a unique tag. The run goes to the contacts with that tag. */
export function UploadContacts({ upload, change, error }: Props) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [tag, setTag] = useState("");
  const mayImport = useMay()("contact-admin");
  const choose = (chosen: ChosenFile | null) => {
    setFile(chosen);
    setTag(`upload-${new Date().toISOString().slice(0, 19).replace(/\D/g, "")}`);
    change({ upload: null, uploadTag: null });
  };
  return (
    <Stack gap={8}>
      {!mayImport ? (
        <Alert color="yellow">{notAllowed}</Alert>
      ) : upload ? (
        <Import
          key={upload.importId}
          importId={upload.importId}
          tag={upload.tag}
          onDone={() => change({ upload, uploadTag: upload.tag })}
          again={() => choose(null)}
        />
      ) : file ? (
        <MapColumns
          file={file}
          tag={tag}
          back={() => choose(null)}
          onTaken={(importId) => change({ upload: { importId, tag }, uploadTag: null })}
        />
      ) : (
        <ChooseCsv onChosen={choose} />
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}

/** Progress and result of the import. */
function Import({
  importId,
  tag,
  onDone,
  again,
}: {
  importId: string;
  tag: string;
  onDone: () => void;
  again: () => void;
}) {
  const refresh = useRefresh();
  const found = useQuery({
    ...oneOf(contactRoutes.findImport, { params: { importId } }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== "running" ? false : pollMs),
  });
  const status = found.data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the import ends
  useEffect(() => {
    if (status !== "done") return;
    void refresh(contactRoutes.list.path, contactRoutes.count.path, "/v4/account/");
    onDone();
  }, [status]);
  if (found.isError && !found.data)
    return <ErrorState title="Error loading import" problem={found.error} retry={() => found.refetch()} />;
  const name = found.data?.fileName ?? "the file";
  return (
    <>
      {found.data && status === "done" ? (
        <>
          <Text size="sm" role="status">
            {resultOf(found.data, name, tag)}
          </Text>
          <RejectedRows of={found.data} />
        </>
      ) : found.data && status === "failed" ? (
        <Alert color="red" role="alert" title="The file could not be imported">
          {found.data.problem ?? "Undefined error"}
        </Alert>
      ) : (
        <Progress
          wide
          done={found.data?.bytesDone ?? 0}
          total={found.data?.bytes ?? 0}
          label={`Import of ${name}`}
          note="bytes"
        />
      )}
      {status !== undefined && status !== "running" && (
        <Button variant="default" size="xs" w="fit-content" onClick={again}>
          Choose another file
        </Button>
      )}
    </>
  );
}

const resultOf = ({ imported, updated, rejectedCount }: ContactImport, name: string, tag: string): string =>
  `${name}: ${formatCount(imported)} imported, ${formatCount(updated)} updated, ${plural(rejectedCount, "row")} rejected. They have the tag ${tag}.`;
