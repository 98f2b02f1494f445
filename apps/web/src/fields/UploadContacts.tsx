import { Alert, Button, FileButton, Input, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contact.ts";
import { useEffect, useState } from "react";
import { oneOf } from "../api/queries.ts";
import { upload } from "../api/upload.ts";
import { formatCount, plural } from "../ui/formatFigure.ts";
import { Progress } from "../ui/Progress.tsx";
import { messageOfFailure } from "../ui/toast.tsx";

const pollMs = 1000;

interface Uploaded {
  id: string;
  tag: string;
  name: string;
}

/** Imports a CSV file and answers the tag that its contacts got: the run goes to whoever has it. */
export function UploadContacts({
  onImported,
  error,
}: {
  onImported: (tag: string | null) => void;
  error: string | undefined;
}) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const [sent, setSent] = useState<{ name: string; bytes: number; of: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const found = useQuery({
    ...oneOf(contactRoutes.findImport, { params: { importId: uploaded?.id ?? "" } }),
    enabled: uploaded !== null,
    refetchInterval: ({ state }) => (state.data && state.data.status !== "running" ? false : pollMs),
  });
  const status = found.data?.status;
  const tag = uploaded?.tag;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the import ends
  useEffect(() => {
    if (tag !== undefined && status === "done") onImported(tag);
  }, [tag, status]);
  const take = async (file: File) => {
    setFailure(null);
    setUploaded(null);
    onImported(null);
    const mark = `upload-${new Date().toISOString().slice(0, 19).replace(/\D/g, "")}`;
    setSent({ name: file.name, bytes: 0, of: file.size });
    try {
      const { id } = await upload(
        contactRoutes.import,
        { query: { fileName: file.name.slice(0, 200), tag: mark } },
        file,
        {
          onSent: (bytes) => setSent({ name: file.name, bytes, of: file.size }),
          signal: new AbortController().signal,
        },
      );
      setUploaded({ id, tag: mark, name: file.name });
    } catch (problem) {
      setFailure(messageOfFailure(problem));
    } finally {
      setSent(null);
    }
  };
  return (
    <Stack gap={8}>
      <FileButton
        accept=".csv,text/csv"
        onChange={(file) => file && void take(file)}
        inputProps={{ "aria-label": "CSV file" }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            w="fit-content"
            loading={sent !== null}
            leftSection={<IconUpload size={16} />}
          >
            Choose a CSV file
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        The first row names the fields, such as phone and firstName. The contacts are imported and get a tag of their
        own.
      </Text>
      {sent && <Progress wide done={sent.bytes} total={sent.of} label={`Upload of ${sent.name}`} note="bytes" />}
      {uploaded && found.data && status === "running" && (
        <Progress
          wide
          done={found.data.bytesDone}
          total={found.data.bytes}
          label={`Import of ${uploaded.name}`}
          note="bytes"
        />
      )}
      {uploaded && found.data && status === "done" && (
        <Text size="sm" role="status">
          {`${uploaded.name}: ${formatCount(found.data.imported)} imported, ${formatCount(found.data.updated)} updated, ${plural(found.data.rejectedCount, "row")} rejected. Their tag is ${uploaded.tag}.`}
        </Text>
      )}
      {(failure ?? (status === "failed" ? found.data?.problem : null)) && (
        <Alert color="red" role="alert" title="The file could not be imported">
          {failure ?? found.data?.problem}
        </Alert>
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
