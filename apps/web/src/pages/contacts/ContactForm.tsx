import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { refusedFields } from "../../fields/refusedFields.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { ContactFields } from "./ContactFields.tsx";
import { bodyOf, type ContactDraft, draftOf, validateDraft } from "./contactDraft.ts";
import { contactName } from "./contactName.ts";

/** Edits the fields of a contact. */
export function ContactForm({ contact, close }: { contact: Contact; close: () => void }) {
  const [address] = useAddress();
  const { tab } = address;
  const refresh = useRefresh();
  const mayAdmin = useMay()("contact-admin");
  const [isTried, setTried] = useState(false);
  const form = useForm<ContactDraft>({ initialValues: draftOf(contact), validate: validateDraft });
  const { setInitialValues, setValues, isDirty } = form;
  // show changes made elsewhere at once, unless the user is editing
  useEffect(() => {
    if (isDirty()) return;
    setInitialValues(draftOf(contact));
    setValues(draftOf(contact));
  }, [contact, isDirty, setInitialValues, setValues]);
  useLeavePrompt(form.isDirty());
  const save = useMutation({
    mutationFn: (draft: ContactDraft) =>
      callOne(contactRoutes.update, { params: { contactId: contact.contactId }, body: bodyOf(draft) }),
    onSuccess: async (saved) => {
      form.setInitialValues(draftOf(saved));
      form.setValues(draftOf(saved));
      toastSuccess("Contact saved", contactName(saved));
      await refresh("/v4/contact/");
      close();
    },
    onError: (problem) => {
      form.setErrors(refusedFields(problem));
      toastError("Error saving contact", problem);
    },
  });
  const submit = form.onSubmit(
    (draft) => {
      setTried(false);
      save.mutate(draft);
    },
    () => setTried(true),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <FormProblems problems={isTried ? Object.values(form.errors).map(String) : []} />
        <ContactFields form={form} disabled={!mayAdmin} />
        <FormActions
          saving={save.isPending}
          reason={!mayAdmin ? notAllowed : form.isDirty() ? undefined : "No changes to save"}
          cancelTo={paths.contact(contact.contactId)}
          {...(tab !== undefined && { cancelSearch: { tab } })}
        />
      </Stack>
    </form>
  );
}
