import { Input, SegmentedControl } from "@mantine/core";
import { useId } from "react";
import { AudienceField } from "./AudienceField.tsx";
import { ContactCount } from "./ContactCount.tsx";
import { ContactStatements } from "./ContactStatements.tsx";
import { PickContacts } from "./PickContacts.tsx";
import classes from "./RunContacts.module.css";
import { type ContactsDraft, type RunForm, selectionOf } from "./runRequest.ts";
import { UploadContacts } from "./UploadContacts.tsx";

interface Props {
  form: ContactsDraft;
  change: (part: Partial<ContactsDraft>) => void;
  issues: Partial<Record<keyof RunForm, string>>;
  /** Allows a file upload. */
  uploads?: boolean;
}

/** The contacts of a run: all, an audience, by statements, selected or uploaded, with a live count and a sample of ten (spec 2 §2.6). */
export function RunContacts({ form, change, issues, uploads = false }: Props) {
  const id = useId();
  const selection = selectionOf(form);
  return (
    <Input.Wrapper label="Contacts" labelElement="div" labelProps={{ id }} error={issues.who}>
      <SegmentedControl
        aria-labelledby={id}
        classNames={{ label: classes["choice"] ?? "" }}
        fullWidth
        mt={4}
        mb={12}
        data={[
          { value: "all", label: "All" },
          { value: "audience", label: "Audience" },
          { value: "statements", label: "By statements" },
          { value: "picked", label: "Selected" },
          ...(uploads ? [{ value: "upload", label: "Upload" }] : []),
        ]}
        value={form.who ?? ""}
        onChange={(who) => change({ who: who as ContactsDraft["who"] })}
      />
      {form.who === "statements" && (
        <ContactStatements
          statements={form.statements}
          onChange={(statements) => change({ statements })}
          error={issues.statements}
        />
      )}
      {form.who === "audience" && (
        <AudienceField
          audienceId={form.audienceId}
          onChange={(audienceId) => change({ audienceId })}
          error={issues.audienceId}
        />
      )}
      {form.who === "upload" && <UploadContacts upload={form.upload} change={change} error={issues.uploadTag} />}
      {form.who === "picked" ? (
        <PickContacts
          contactIds={form.contactIds}
          onChange={(contactIds) => change({ contactIds })}
          error={issues.contactIds}
        />
      ) : selection.statements !== undefined && !(form.who === "upload" && form.uploadTag === null) ? (
        <ContactCount statements={selection.statements} />
      ) : null}
    </Input.Wrapper>
  );
}
