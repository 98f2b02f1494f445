import { createHash } from "node:crypto";
import { assetLimits } from "@trunkline/contract/assets/asset.ts";
import { emailTemplateBody } from "@trunkline/contract/templates/emailtemplate.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { readFileKind, tidyFileName } from "../../assets/readFileKind.ts";
import { customFieldForm } from "../../csv/mapColumns.ts";
import { invalid } from "../../http/problem.ts";
import { insertAgentQueue, listAgentQueues } from "../../store/agents/agentQueue.ts";
import { insertAsset, listAssets } from "../../store/assets/asset.ts";
import { insertEmailTemplate, listEmailTemplates } from "../../store/templates/emailTemplate.ts";
import { insertSmsTemplate, listSmsTemplates } from "../../store/templates/smsTemplate.ts";
import { addMissingCustomFields } from "../contacts/contactFields.ts";
import { checkEmailTemplate, checkTemplate } from "../templates/checkedTemplate.ts";
import { freeName, mapTexts, replacing } from "./bundleIds.ts";
import { checkedPart } from "./bundleRcs.ts";
import { type BundleImport, chosenFor, madeAs, tell } from "./bundleReport.ts";

/** Imports the files. Equal ones are used, and one that was too large to include can be chosen. Returns the new names of meme pictures. */
export async function importAssets(to: BundleImport): Promise<Map<string, string>> {
  const { q, call, bundle } = to;
  const pictures = new Map<string, string>();
  if (bundle.assets.length === 0) return pictures;
  const owned = await listAssets(q, call.account);
  const addressOf = (asset: Parameters<typeof assetPath>[1]) => call.config.publicUrl + assetPath(call.account, asset);
  for (const [index, file] of bundle.assets.entries()) {
    const where = `body.assets.${index}`;
    const fitting = owned.filter((one) => one.type === file.type);
    const chosen = chosenFor(to, "asset", file.address, new Set(fitting.map((one) => one.assetId)));
    const item = { kind: "asset", name: file.fileName } as const;
    const data = file.data === null ? null : checkedData(file, where);
    const hash = data && createHash("sha256").update(data.data).digest();
    const same =
      hash === null ? undefined : fitting.find((one) => one.fileName === data?.fileName && one.sha256.equals(hash));
    const known = chosen === undefined ? same : fitting.find((one) => one.assetId === chosen);
    if (known === undefined && data === null) {
      const note = "The asset was too large for the file. Upload it under Assets, or choose another one";
      tell(to, { ...item, outcome: "missing", choice: file.address, required: true, note });
      continue;
    }
    const kept =
      known ??
      (data === null
        ? undefined
        : await insertAsset(q, call.account, { ...data, type: file.type, createdBy: byOf(to) }));
    if (kept === undefined) continue;
    to.addresses.set(file.address, addressOf(kept));
    pictures.set(file.fileName, kept.fileName);
    tell(to, {
      ...item,
      ...(known === undefined
        ? madeAs(file.fileName, kept.fileName)
        : { outcome: chosen === undefined ? "same" : "chosen" }),
      ...(chosen === undefined ? {} : { choice: file.address, to: kept.fileName }),
      id: kept.assetId,
    });
  }
  return pictures;
}

const byOf = ({ call }: BundleImport): string => `${call.actor.kind}:${call.actor.id}`;

/** Checks a file against the upload limits (spec 2 §4.5). */
function checkedData({ type, fileName, data }: Bundle["assets"][number], where: string) {
  const bytes = Buffer.from(data ?? "", "base64");
  const { bytes: most, kinds } = assetLimits[type];
  if (bytes.length === 0) throw invalid(`${fileName} is empty`, `${where}.data`, "empty_file");
  if (bytes.length > most) throw invalid(`${fileName} is too large for the type ${type}`, `${where}.data`, "too_large");
  const kind = readFileKind(type, bytes);
  if (!kind)
    throw invalid(`${fileName} is not a file of the type ${type}: it must be ${kinds}`, `${where}.data`, "wrong_kind");
  const { contentType, width, height } = kind;
  return { contentType, width, height, fileName: tidyFileName(fileName, kind), data: bytes };
}

/** Imports the message templates. Returns the new titles of renamed ones by id. */
export async function importTemplates(to: BundleImport): Promise<Map<string, string>> {
  const { q, call, bundle } = to;
  const titles = new Map<string, string>();
  if (bundle.templates.length === 0) return titles;
  const there = await listSmsTemplates(q, call.account);
  const taken = new Set(there.map((one) => one.templateTitle));
  for (const [index, template] of bundle.templates.entries()) {
    const { shortenLinks } = template;
    const {
      templateTitle: title,
      templateText,
      templateMediaUrl,
    } = mapTexts(template, replacing(new Map(), to.addresses));
    checkTemplate({ templateText, templateMediaUrl }, `body.templates.${index}`);
    const same = there.find(
      (one) =>
        one.templateTitle === title &&
        one.templateText === templateText &&
        one.templateMediaUrl === templateMediaUrl &&
        one.shortenLinks === shortenLinks,
    );
    const name = same ? title : freeName(title, (one) => taken.has(one));
    const id =
      same?.templateId ??
      (await insertSmsTemplate(q, call.account, {
        templateTitle: name,
        templateText,
        templateMediaUrl,
        shortenLinks,
      }));
    taken.add(name);
    to.ids.set(template.templateId, id);
    if (name !== title) titles.set(id, name);
    tell(to, { kind: "template", name: title, ...(same ? { outcome: "same" } : madeAs(title, name)), id });
  }
  return titles;
}

/** Imports the e-mail templates. */
export async function importEmailTemplates(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.emailTemplates.length === 0) return;
  const there = await listEmailTemplates(q, call.account);
  const taken = new Set(there.map((one) => one.templateTitle));
  for (const [index, { templateId, ...written }] of bundle.emailTemplates.entries()) {
    const where = `body.emailTemplates.${index}`;
    const template = checkedPart(emailTemplateBody, mapTexts(written, replacing(new Map(), to.addresses)), where);
    checkEmailTemplate(template, where);
    const { templateTitle: title, subject, html, text } = template;
    const same = there.find(
      (one) => one.templateTitle === title && one.subject === subject && one.html === html && one.text === text,
    );
    const name = same ? title : freeName(title, (one) => taken.has(one));
    const id =
      same?.templateId ?? (await insertEmailTemplate(q, call.account, { templateTitle: name, subject, html, text }));
    taken.add(name);
    to.ids.set(templateId, id);
    tell(to, { kind: "emailTemplate", name: title, ...(same ? { outcome: "same" } : madeAs(title, name)), id });
  }
}

/** Queues by name, without their entries. */
export async function importQueues(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.queues.length === 0) return;
  const there = new Map((await listAgentQueues(q, call.account)).map((one) => [one.name.toLowerCase(), one.queueId]));
  for (const { name } of bundle.queues) {
    const known = there.get(name.toLowerCase());
    const id = known ?? (await insertAgentQueue(q, call.account, name));
    if (id !== null) there.set(name.toLowerCase(), id);
    tell(to, { kind: "queue", name, outcome: known === undefined ? "new" : "same", id });
  }
}

/** Creates missing custom fields. */
export async function importCustomFields(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  const fields = [...new Set(bundle.customFields.map((field) => field.trim().toLowerCase()))];
  const wrong = fields.find((field) => !customFieldForm.test(field));
  if (wrong !== undefined)
    throw invalid(
      `"${wrong}" is not a valid custom field name. Start with a letter and use at most 40 letters, digits and underscores`,
      "body.customFields",
    );
  const added = new Set(await addMissingCustomFields(q, call.account, fields, "body.customFields"));
  for (const name of fields)
    tell(to, {
      kind: "customField",
      name,
      ...(added.has(name) ? { outcome: "new", note: "No contact has a value for it yet" } : { outcome: "same" }),
    });
}
