import { Alert, Stack } from "@mantine/core";
import { useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { ChooseCsv } from "../../fields/csv/ChooseCsv.tsx";
import { type ChosenFile, MapColumns } from "../../fields/csv/MapColumns.tsx";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { ImportProgress } from "./ImportProgress.tsx";
import { PastImports } from "./PastImports.tsx";

/** Imports contacts from a CSV file. The address holds the running import, so users can leave and come back. */
export function ImportPage() {
  const [address, change] = useAddress();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const mayAdmin = useMay()("contact-admin");
  const importId = address["id"];
  const startOver = () => {
    setFile(null);
    change({ id: undefined });
  };
  return (
    <Page
      title="Import contacts"
      purpose="Upload a CSV file with a header row. Phone numbers can be in any common format."
      crumbs={[{ label: "Contacts", to: paths.contacts }]}
    >
      {importId ? (
        <ImportProgress key={importId} importId={importId} startOver={startOver} />
      ) : !mayAdmin ? (
        <Alert color="yellow">{notAllowed}</Alert>
      ) : file ? (
        <MapColumns file={file} back={() => setFile(null)} onTaken={(id) => change({ id })} />
      ) : (
        <Stack gap={32}>
          <ChooseCsv onChosen={setFile} />
          <PastImports onOpen={(id) => change({ id })} />
        </Stack>
      )}
    </Page>
  );
}
