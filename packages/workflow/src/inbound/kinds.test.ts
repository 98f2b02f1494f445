import { describe, expect, test } from "vitest";
import type { AnyInboundKind, InboundKindName } from "./kinds.ts";
import { destinations, inboundKinds, rules } from "./kinds.ts";
import { validateInboundNode } from "./validateInboundNode.ts";

const messages = (name: InboundKindName, form: object): string[] => {
  const kind: AnyInboundKind = inboundKinds[name];
  const filled = { ...kind.defaults, ...form };
  return [...kind.validate(filled as never), ...validateInboundNode({ kind: name, form: filled })].map(
    ({ message }) => message,
  );
};

const sip = "Must be a valid E.164 (an international number with example) phone number or SIP address.";
const value = "Value to Check For is required if operation is neither Exists or Does Not Exist.";

const cases: [InboundKindName, object, string[]][] = [
  ["start", { globalTimezone: 0 }, []],
  ["start", { globalTimezone: 3 }, ["Time Zone 3 does not exist."]],
  ["time", {}, []],
  ["time", { timeValue: "noon" }, ["Time must be a time of day, such as 17:30:00."]],
  ["textContent", {}, [value]],
  ["textContent", { contentOperation: "DN_CONTAINS_ONE_OF", contentValue: [" "] }, [value]],
  [
    "textContent",
    { contentOperation: "REGEX", contentValue: "(a" },
    ["This regular expression is not valid or not supported."],
  ],
  ["textContent", { contentOperation: "EXISTS" }, ["Operation must not be EXISTS."]],
  ["textContent", { contentOperation: "BEGINS_WITH", contentValue: "hi" }, []],
  ["fromNumber", {}, [value]],
  ["toNumber", { contentOperation: "EQUALS", contentValue: "+12025550100" }, []],
  ["contactAttribute", { contentValue: "x" }, ["Attribute is required."]],
  ["contactAttribute", { attributeValue: "tier" }, [value]],
  ["contactAttribute", { attributeValue: "tier", contentOperation: "EXISTS" }, []],
  ["contactAttribute", { attributeValue: "tier", contentOperation: "DN_EXISTS" }, []],
  ["areaCode", {}, [value]],
  ["areaCode", { contentValue: ["303", "+1720"] }, []],
  ["areaCode", { contentValue: ["30"] }, ["30 is not an area code. Enter three digits, such as 303."]],
  ["state", {}, [value]],
  ["state", { contentValue: ["tx", "XX"] }, ["The state XX does not exist."]],
  ["fromCountry", {}, []],
  ["toCountry", { countryValue: "" }, ["Country is required."]],
  ["fromCountry", { countryValue: "ZZ" }, ["Country ZZ does not exist."]],
  ["voicemail", {}, []],
  ["voicemail", { recordTimeoutSec: 4 }, ["Timeout is less than minimum of 5."]],
  ["voicemail", { recordTimeoutSec: 31 }, ["Timeout is greater than maximum of 30."]],
  ["voicemail", { recordMaxLengthSec: 121 }, ["Total Length is greater than maximum of 120."]],
  ["voicemail", { recordMaxLengthSec: "" }, ["Total Length is less than minimum of 5."]],
  ["voicemail", { priority: 0 }, ["Priority is less than minimum of 1."]],
  ["callForward", {}, ["Phone Number or SIP Address is required."]],
  ["callForward", { numberOrSip: "2025550123" }, [sip]],
  ["callForward", { numberOrSip: "+12025550123" }, []],
  ["callForward", { numberOrSip: "sip:desk@pbx.example.com" }, []],
  ["workgroup", {}, ["Workgroup is required."]],
  ["workgroup", { workgroupName: "a", delayNextCall: 31 }, ["Delay is greater than maximum of 30."]],
  ["workgroup", { workgroupName: "a", delayNextCall: 0 }, ["Delay is less than minimum of 1."]],
  ["workgroup", { workgroupName: "a", tryCallTimeout: 4 }, ["Answer Time is less than minimum of 5."]],
  ["workgroup", { workgroupName: "a", tryCallTimeout: 31 }, ["Answer Time is greater than maximum of 30."]],
  ["workgroup", { workgroupName: "a", maxDials: 0 }, []],
  ["workgroup", { workgroupName: "a", distributionType: 9, maxDials: 0 }, ["Max Dials is less than minimum of 1."]],
  ["workgroup", { workgroupName: "a", distributionType: 5 }, ["Distribution must not be 5."]],
  ["groupCall", {}, ["Phone Numbers is required."]],
  ["groupCall", { groupCallNumbers: ["+12025550123", "12"] }, ["12 must be a valid E.164 phone number."]],
  ["groupCall", { groupCallNumbers: ["+12025550123"], groupCallDistributionType: 3 }, ["Distribution must not be 3."]],
  ["liveList", { liveListName: "a" }, ["Audio File is required."]],
  ["liveList", { selectedAsset: "https://a.example/x.wav" }, ["Live List is required."]],
  ["ivr", {}, ["IVR is required."]],
  ["customCall", {}, ["Call XML is required."]],
  ["customCall", { callXml: "<Response><Hangup/></Response>" }, []],
  ["customCall", { callXml: "<Response>\n<Fax/></Response>" }, ["Line 2: <Fax> is not an element of a call script."]],
  ["smsForward", {}, ["Phone Number is required."]],
  ["smsForward", { phoneNumber: "sip:a@b.example" }, ["Must be a valid E.164 phone number"]],
  ["inbox", {}, ["Inbox Name is required."]],
  ["workflow", {}, ["Workflow is required."]],
  ["inbox", { inboxName: "a", timezone: 7 }, ["Time Zone 7 does not exist."]],
  ["inbox", { inboxName: "a", timezone: -28 }, []],
];

describe("spec 1 §5.2: messages of the forms", () => {
  test.for(cases)("%s %j: %j", ([name, form, expected]) => {
    expect(messages(name, form)).toEqual(expected);
  });

  test("invalid XML is reported with its place", () => {
    const [first, second] = messages("customCall", { callXml: "<Response>\n<Say>" });
    expect(first).toBe("Must be valid XML.");
    expect(second).toMatch(/^Line \d: /);
  });
});

describe("the registry", () => {
  const all = Object.entries(inboundKinds) as [InboundKindName, AnyInboundKind][];

  test.for(all)("%s reads an empty form as its defaults (spec 1 §3.7)", ([, kind]) => {
    expect(kind.form.parse({})).toEqual(kind.defaults);
  });

  test("spec 1 §3.7: the defaults", () => {
    expect(inboundKinds.voicemail.defaults).toMatchObject({
      recordTimeoutSec: 5,
      recordMaxLengthSec: 30,
      recordPlayBeep: false,
      priority: 1,
      timezone: -28,
    });
    expect(inboundKinds.workgroup.defaults).toMatchObject({
      delayNextCall: 5,
      tryCallTimeout: 15,
      distributionType: 2,
      maxDials: 1,
    });
    expect(inboundKinds.groupCall.defaults).toMatchObject({ groupCallDistributionType: 2 });
    expect(inboundKinds.time.defaults).toEqual({ timeOperation: "GREATER_THAN", timeValue: "12:00:00" });
    expect(inboundKinds.fromCountry.defaults).toMatchObject({ countryValue: "US" });
    expect(inboundKinds.areaCode.defaults).toMatchObject({ contentOperation: "CONTAINS_ONE_OF", contentValue: [] });
    expect(inboundKinds.textContent.defaults).toMatchObject({ contentOperation: "CONTAINS" });
    expect(inboundKinds.start.defaults).toMatchObject({ globalTimezone: 0 });
  });

  test("spec 1 §3.6: every destination carries time zone, priority and tags", () => {
    for (const kind of Object.values(destinations)) {
      const names = (kind as AnyInboundKind).fields.map((field) => field.name);
      expect(names.slice(-3)).toEqual(["timezone", "priority", "tags"]);
    }
  });

  test("spec 1 §5.2: only the contact rule offers Exists and Does Not Exist", () => {
    for (const [name, kind] of Object.entries(rules)) {
      const field = (kind as AnyInboundKind).fields.find((one) => one.name === "contentOperation");
      const offers = field?.input === "choice" ? field.options.map(({ label }) => label) : [];
      expect(offers.includes("Exists") && offers.includes("Does Not Exist")).toBe(name === "contactAttribute");
    }
  });
});
