import { compileRoute } from "@trunkline/workflow/inbound/compile.ts";
import { saveProblem } from "@trunkline/workflow/inbound/saveChecks.ts";
import { validateInboundNode } from "@trunkline/workflow/inbound/validateInboundNode.ts";
import { describe, expect, test } from "vitest";
import {
  type InboundSettings,
  inboundSettingsIssues,
  newInboundSettings,
  type TemplateType,
} from "./inboundTemplate.ts";
import { newInboundGraph } from "./newInboundGraph.ts";

const filled: InboundSettings = { ...newInboundSettings, title: "Front desk", numberSet: "set", template: "none" };

describe("a new inbound workflow (spec 1 §2.3, §5.1, §9)", () => {
  test("opens on a template and asks for title, number set and template", () => {
    expect(inboundSettingsIssues(newInboundSettings)).toEqual({
      title: "Title is required",
      numberSet: "Number Set is required",
      template: "Workflow Template type is required",
    });
    expect(inboundSettingsIssues({ ...filled, template: null, fromTemplate: false })).toEqual({});
  });

  test.for<[TemplateType, string, string | undefined]>([
    ["none", "", undefined],
    ["voicemail", "", "Workflow Template value required"],
    ["playaudio", "", "Workflow Template value required"],
    ["call_forwarding", "", "Workflow Template value required"],
    ["call_forwarding", "2025550123", "Phone number must be a valid e164 format number or SIP address"],
    ["call_forwarding", "+12025550123", undefined],
    ["call_forwarding", "sip:desk@pbx.example.com", undefined],
  ])("template %s with %j: %s", ([template, value, message]) => {
    expect(inboundSettingsIssues({ ...filled, template, value }).value).toBe(message);
  });

  test.for<[TemplateType, string, object[]]>([
    ["none", "", []],
    ["call_forwarding", "+12025550123", [{ destType: "call-relay", dest: "+12025550123" }]],
    [
      "voicemail",
      "https://a.example.com/hi.wav",
      [{ destType: "voicemail", options: { recordMaxLengthSec: 60, recordPlayBeep: true } }],
    ],
    [
      "playaudio",
      "https://a.example.com/x.mp3?a=1&b=2",
      [
        {
          destType: "call",
          options: {
            callXml: "<Response><Play>https://a.example.com/x.mp3?a=1&amp;b=2</Play><Hangup/></Response>",
          },
        },
      ],
    ],
  ])("template %s becomes its destination and can be saved as it is", ([template, value, destinations]) => {
    const graph = newInboundGraph({ ...filled, template, value });
    expect(saveProblem(graph, validateInboundNode)).toBeUndefined();
    expect(compileRoute(graph, "front desk").destinations.map(({ destination }) => destination)).toMatchObject(
      destinations,
    );
    expect(graph.nodes.get("start")?.form).toMatchObject({ selectedNumberSet: ["set"], globalTimezone: 0 });
  });
});
