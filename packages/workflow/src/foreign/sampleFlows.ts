type State = { name: string; type: string; transitions: object[]; properties: object };

const state = (name: string, type: string, transitions: object[], properties: object = {}): State => ({
  name,
  type,
  transitions,
  properties: { offset: { x: 0, y: 0 }, ...properties },
});
const to = (event: string, next?: string) => (next === undefined ? { event } : { event, next });
const when = (next: string, name: string, variable: string, type: string, value: string) => ({
  event: "match",
  next,
  conditions: [{ friendly_name: name, arguments: [`{{${variable}}}`], type, value }],
});

/** A Studio flow with a question that is repeated until the answer fits, in the shape of an export. */
export const studioFlow = {
  description: "Booking",
  initial_state: "Trigger",
  flags: { allow_concurrent_calls: true },
  states: [
    state("Trigger", "trigger", [
      to("incomingMessage", "first_word"),
      to("incomingCall"),
      to("incomingRequest", "ask"),
    ]),
    state(
      "first_word",
      "split-based-on",
      [to("noMatch", "help"), when("ask", "If booking", "trigger.message.Body", "contains", "book")],
      { input: "{{trigger.message.Body}}" },
    ),
    state(
      "ask",
      "send-and-wait-for-reply",
      [to("incomingMessage", "check"), to("timeout", "late"), to("deliveryFailure")],
      {
        body: "Hi {{flow.data.first | default: 'you'}}, shall we come at {{flow.variables.hour | default: '5'}}? Reply yes or no.",
        from: "{{flow.channel.address}}",
        timeout: "7200",
      },
    ),
    state(
      "check",
      "split-based-on",
      [
        to("noMatch", "again"),
        when("thanks", "yes", "widgets.ask.inbound.Body", "matches_any_of", "yes, y"),
        when("other", "no", "widgets.ask.inbound.Body", "regex", "n(o|ope)"),
      ],
      { input: "{{widgets.ask.inbound.Body}}" },
    ),
    state("again", "send-message", [to("sent", "ask"), to("failed")], { body: "Sorry, yes or no?" }),
    state("thanks", "send-message", [to("sent"), to("failed")], {
      body: "Thank you. You wrote: {{widgets.ask.inbound.Body}}",
      to: "{{contact.channel.address}}",
    }),
    state("other", "send-message", [to("sent"), to("failed")], { body: "Another day, then." }),
    state("late", "send-message", [to("sent"), to("failed")], { body: "We did not hear from you." }),
    state("help", "send-message", [to("sent"), to("failed")], { body: "Call us, ${name} or <#if> you like." }),
  ],
};

const callTypes = [
  "say-play",
  "gather-input-on-call",
  "connect-call-to",
  "make-outgoing-call-v2",
  "record-voicemail",
  "record-call",
  "enqueue-call",
  "add-twiml-redirect",
  "fork-stream",
  "run-subflow",
  "start-conversation",
  "connect-virtual-agent-v2",
  "run-conversation-relay",
  "made-up-widget",
];

/** A Studio flow with every type of widget once. */
export const everyWidget = {
  initial_state: "Trigger",
  states: [
    state("Trigger", "trigger", [to("incomingRequest", "set")]),
    state("set", "set-variables", [to("next", "fetch")], {
      variables: [{ key: "my state", value: "{{contact.channel.address}}" }],
    }),
    state("fetch", "make-http-request", [to("success", "tell"), to("failed", "run")], {
      method: "POST",
      url: "https://api.example.com/{{flow.data.id}}",
      content_type: "application/json;charset=utf-8",
      body: '{"phone": "{{contact.channel.address}}"}',
    }),
    state("run", "run-function", [to("success", "tell"), to("fail", "missing")], {
      url: "https://shop.example.com/check",
      parameters: [{ key: "id", value: "{{flow.data.id}}" }],
    }),
    state("tell", "send-message", [to("sent", "flex"), to("failed")], {
      body: "Your order: {{widgets.fetch.parsed.order.id}} {{ x | y }}",
    }),
    state("flex", "send-to-flex", [to("callComplete", "pay"), to("failedToEnqueue"), to("callFailure")], {
      channel: "TC1",
    }),
    state("pay", "capture-payments", [to("success", "thanks"), to("maxFailedAttempts", "s0")], { currency: "usd" }),
    ...callTypes.map((type, index) =>
      state(`s${index}`, type, [to("audioComplete", index + 1 < callTypes.length ? `s${index + 1}` : undefined)], {
        say: "Hello",
      }),
    ),
    state("thanks", "send-message", [to("sent"), to("failed")], { body: "Thank you" }),
    state("alone", "send-message", [to("sent"), to("failed")], { body: "No one gets this" }),
  ],
};

const id = (end: number) => `f0000000-0000-4000-8000-${String(end).padStart(12, "0")}`;
const exit = (end: number, node?: number) => ({
  uuid: id(end),
  destination_uuid: node === undefined ? null : id(node),
});
const category = (end: number, name: string, toExit: number) => ({ uuid: id(end), name, exit_uuid: id(toExit) });
const test = (end: number, type: string, args: string[], toCategory: number) => ({
  uuid: id(end),
  type,
  arguments: args,
  category_uuid: id(toCategory),
});

const waitForColor = {
  uuid: id(102),
  actions: [],
  router: {
    type: "switch",
    operand: "@input.text",
    result_name: "Color",
    wait: { type: "msg", timeout: { seconds: 600, category_uuid: id(214) } },
    cases: [test(201, "has_any_word", ["red rouge"], 211), test(202, "has_pattern", ["^blue"], 212)],
    categories: [
      category(211, "Red", 221),
      category(212, "Blue", 221),
      category(213, "Other", 223),
      category(214, "No Response", 224),
    ],
    default_category_uuid: id(213),
  },
  exits: [exit(221, 104), exit(223, 103), exit(224, 109)],
};

/** An export of TextIt with two flows: a question that is repeated, and one of most actions. */
export const rapidProFlow = {
  version: "13",
  flows: [
    {
      uuid: id(1),
      name: "Colors",
      spec_version: "13.0.0",
      language: "eng",
      type: "messaging",
      expire_after_minutes: 720,
      localization: {},
      nodes: [
        {
          uuid: id(101),
          actions: [{ uuid: id(301), type: "send_msg", text: "What is your favorite color?" }],
          exits: [exit(231, 102)],
        },
        waitForColor,
        {
          uuid: id(103),
          actions: [{ uuid: id(302), type: "send_msg", text: "I do not know that color. Try again." }],
          exits: [exit(232, 102)],
        },
        {
          uuid: id(104),
          actions: [
            {
              uuid: id(303),
              type: "send_msg",
              text: "Good choice, I like @results.color.category too! What is your name?",
              quick_replies: [],
            },
          ],
          exits: [exit(233, 105)],
        },
        {
          uuid: id(105),
          actions: [],
          router: {
            type: "switch",
            operand: "@input",
            result_name: "Name",
            wait: { type: "msg" },
            cases: [],
            categories: [category(215, "All Responses", 234)],
            default_category_uuid: id(215),
          },
          exits: [exit(234, 106)],
        },
        {
          uuid: id(106),
          actions: [
            { uuid: id(304), type: "set_contact_name", name: "@results.name" },
            { uuid: id(305), type: "send_msg", text: "Thank you, @results.name." },
            { uuid: id(306), type: "enter_flow", flow: { uuid: id(2), name: "Second" }, terminal: true },
          ],
          exits: [exit(235)],
        },
        {
          uuid: id(109),
          actions: [{ uuid: id(309), type: "send_msg", text: "We will ask another time." }],
          exits: [exit(236)],
        },
      ],
    },
    {
      uuid: id(2),
      name: "Second",
      spec_version: "14.1.0",
      type: "messaging",
      nodes: [
        {
          uuid: id(110),
          actions: [
            { type: "set_contact_field", field: { key: "age", name: "Age" }, value: "@results.age" },
            { type: "add_contact_groups", groups: [{ uuid: id(400), name: "Testers" }] },
            { type: "remove_contact_groups", groups: [{ uuid: id(400), name: "Testers" }] },
            { type: "set_run_result", name: "State", value: "done @contact.first_name", category: "Done" },
            {
              type: "send_email",
              addresses: ["desk@example.com"],
              subject: "Hello @contact.first_name",
              body: "Text @(1 + 2)",
            },
            { type: "add_input_labels", labels: [] },
            { type: "send_broadcast", text: "Hello all" },
            { type: "call_llm", instructions: "x" },
          ],
          exits: [exit(240, 111)],
        },
        {
          uuid: id(111),
          actions: [
            {
              type: "call_webhook",
              method: "GET",
              url: "https://api.example.com/@urns.tel",
              headers: { Accept: "x", Authorization: "Token secret" },
              result_name: "Hook",
            },
          ],
          router: {
            type: "switch",
            operand: "@results.hook.category",
            cases: [test(203, "has_only_text", ["Success"], 216)],
            categories: [category(216, "Success", 241), category(217, "Failure", 242)],
            default_category_uuid: id(217),
          },
          exits: [exit(241, 112), exit(242, 113)],
        },
        {
          uuid: id(112),
          actions: [],
          router: {
            type: "random",
            categories: [category(218, "A", 243), category(219, "B", 243), category(220, "C", 244)],
          },
          exits: [exit(243, 113), exit(244, 114)],
        },
        {
          uuid: id(113),
          actions: [{ type: "open_ticket", topic: { uuid: id(500), name: "Support" } }],
          exits: [exit(245, 115)],
        },
        {
          uuid: id(114),
          actions: [{ type: "enter_flow", flow: { uuid: id(9), name: "Elsewhere" } }],
          router: {
            type: "switch",
            operand: "@child.status",
            cases: [],
            categories: [category(229, "Complete", 246), category(230, "Expired", 247)],
            default_category_uuid: id(230),
          },
          exits: [exit(246, 115), exit(247)],
        },
        {
          uuid: id(115),
          actions: [],
          router: {
            type: "switch",
            operand: "@contact.groups",
            cases: [test(204, "has_group", [id(400), "Testers"], 250)],
            categories: [category(250, "Testers", 251), category(252, "Other", 253)],
            default_category_uuid: id(252),
          },
          exits: [exit(251, 116), exit(253, 117)],
        },
        { uuid: id(116), actions: [{ type: "set_contact_status", status: "stopped" }], exits: [exit(254)] },
        {
          uuid: id(117),
          actions: [],
          router: {
            type: "switch",
            operand: "@fields.district",
            cases: [test(205, "has_district", [], 255)],
            categories: [category(255, "Has", 256), category(257, "Other", 258)],
            default_category_uuid: id(257),
          },
          exits: [exit(256), exit(258, 999)],
        },
      ],
    },
  ],
};
