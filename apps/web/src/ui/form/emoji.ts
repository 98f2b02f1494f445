/** An emoji with its search words. */
export interface Emoji {
  emoji: string;
  words: string;
}

const read = (list: string): Emoji[] =>
  list.split("|").map((one) => {
    const [emoji = "", ...words] = one.split(" ");
    return { emoji, words: words.join(" ") };
  });

/** Emoji for business texts, in groups. */
export const emojiGroups: readonly { name: string; list: readonly Emoji[] }[] = [
  {
    name: "Smileys",
    list: read(
      "😀 grin happy|😃 smile happy|😄 laugh happy|😁 beaming|😆 squint laugh|😅 sweat laugh|" +
        "😂 tears joy laugh|🤣 rolling laugh|🙂 slight smile|🙃 upside down|😉 wink|😊 blush smile|" +
        "😇 angel halo|🥰 love hearts|😍 heart eyes love|🤩 star eyes excited|😘 kiss|😋 yum tasty|" +
        "😜 wink tongue|🤪 zany|🤗 hug|🤔 thinking|🤐 zip quiet|😐 neutral|😏 smirk|😌 relieved|😴 sleep|" +
        "😷 mask ill|🤒 thermometer ill|🤕 hurt|🥳 party celebrate|😎 cool sunglasses|🤓 nerd|😕 confused|" +
        "🙁 frown sad|😮 surprised wow|😳 flushed|🥺 pleading please|😢 cry sad|😭 sob cry|😱 scream|" +
        "😞 disappointed|😤 steam|😡 angry|🤯 mind blown|😬 grimace|🥱 yawn|🤝 handshake deal",
    ),
  },
  {
    name: "People",
    list: read(
      "👋 wave hello bye|👍 thumbs up yes|👎 thumbs down no|👌 ok|✌️ victory peace|🤞 fingers crossed luck|" +
        "🙏 please thanks pray|👏 clap applause|🙌 raised hands|💪 strong muscle|👉 point right|👈 point left|" +
        "👇 point down|👆 point up|✍️ write sign|🤳 selfie|👀 eyes look|👶 baby|👧 girl|👦 boy|👩 woman|👨 man|" +
        "👵 grandmother|👴 grandfather|👨‍👩‍👧 family|👩‍⚕️ doctor|👨‍🍳 cook chef|👷 builder|🧑‍💻 programmer|" +
        "🧑‍🎓 student graduate|🎅 santa christmas|🧑‍🏫 teacher",
    ),
  },
  {
    name: "Nature",
    list: read(
      "🐶 dog|🐱 cat|🐭 mouse|🐰 rabbit|🦊 fox|🐻 bear|🐼 panda|🐯 tiger|🦁 lion|🐮 cow|🐷 pig|🐸 frog|🐵 monkey|" +
        "🐔 chicken|🐧 penguin|🐦 bird|🦋 butterfly|🐝 bee|🐢 turtle|🐟 fish|🐳 whale|🌸 blossom spring|🌹 rose|" +
        "🌻 sunflower|🌷 tulip|🌱 seedling plant|🌳 tree|🌵 cactus|🍀 clover luck|🍁 maple autumn fall|" +
        "🍂 leaves autumn|🌍 earth world|🌙 moon night|⭐ star|🌟 glowing star|☀️ sun|🌤️ partly sunny|" +
        "☁️ cloud|🌧️ rain|⛈️ storm|❄️ snow winter|🌈 rainbow|🔥 fire hot|💧 water drop|⚡ lightning",
    ),
  },
  {
    name: "Food",
    list: read(
      "🍎 apple|🍊 orange|🍋 lemon|🍌 banana|🍉 watermelon|🍇 grapes|🍓 strawberry|🍒 cherry|🍍 pineapple|" +
        "🥑 avocado|🍅 tomato|🥕 carrot|🌽 corn|🍞 bread|🥐 croissant|🧀 cheese|🥚 egg|🥓 bacon|🍔 burger|🍟 fries|" +
        "🍕 pizza|🌭 hot dog|🌮 taco|🥗 salad|🍝 pasta|🍣 sushi|🍦 ice cream|🍩 donut|🍪 cookie|🎂 birthday cake|" +
        "🍰 cake|🍫 chocolate|☕ coffee|🍵 tea|🍺 beer|🍷 wine|🥂 cheers champagne|🍽️ plate dinner",
    ),
  },
  {
    name: "Activities",
    list: read(
      "⚽ football soccer|🏀 basketball|🏈 american football|⚾ baseball|🎾 tennis|🏐 volleyball|" +
        "🎱 billiards|🏓 table tennis|⛳ golf|🏊 swim|🚴 bicycle ride|🏃 run|🧘 yoga|🏋️ gym weights|" +
        "🏆 trophy win|🥇 gold medal first|🎯 target|🎮 game|🎲 dice|🎵 music note|🎶 music notes|🎤 microphone|" +
        "🎬 film|🎨 art|🎁 gift present|🎉 party celebrate|🎊 confetti|🎈 balloon|🎄 christmas tree|" +
        "🎃 halloween pumpkin|🎟️ ticket",
    ),
  },
  {
    name: "Travel",
    list: read(
      "🚗 car|🚕 taxi|🚌 bus|🚑 ambulance|🚚 delivery truck|🚲 bicycle|✈️ plane flight|🚀 rocket launch|" +
        "🚢 ship|🚂 train|🏠 house home|🏢 office|🏥 hospital|🏦 bank|🏨 hotel|🏫 school|🏪 shop store|⛪ church|" +
        "🗽 liberty new york|🏖️ beach|🏔️ mountain|🏕️ camping|🗺️ map|📍 location pin|🧳 luggage travel|" +
        "⛽ fuel|🚦 traffic light",
    ),
  },
  {
    name: "Objects",
    list: read(
      "📱 phone mobile|📞 call telephone|💻 computer laptop|⌚ watch|📷 camera|💡 idea light|🔋 battery|" +
        "📧 e-mail|✉️ letter envelope|📬 mailbox|📦 package parcel|📅 calendar date|📌 pin|📎 paperclip|" +
        "✂️ scissors|📝 note write|📄 document|📚 books|🔑 key|🔒 lock secure|🔔 bell reminder|" +
        "📣 megaphone announce|💰 money bag|💵 dollar cash|💳 credit card|🛒 cart shopping|🛍️ shopping bags|" +
        "🏷️ price tag sale|💊 pill medicine|🩺 stethoscope doctor|🦷 tooth dentist|👓 glasses|👟 shoe|" +
        "👗 dress|💍 ring|⏰ alarm clock|⏳ hourglass|🔧 wrench repair|🔨 hammer|🧹 broom clean|🪴 potted plant",
    ),
  },
  {
    name: "Symbols",
    list: read(
      "❤️ heart love red|🧡 orange heart|💛 yellow heart|💚 green heart|💙 blue heart|💜 purple heart|" +
        "🖤 black heart|💔 broken heart|💕 hearts|✅ check done yes|✔️ tick|❌ cross no|❗ exclamation|" +
        "❓ question|⚠️ warning|🚫 forbidden|💯 hundred|🆕 new|🆓 free|🔝 top|➡️ arrow right|⬅️ arrow left|" +
        "⬆️ arrow up|⬇️ arrow down|🔄 refresh|➕ plus|➖ minus|💲 dollar|©️ copyright|®️ registered|" +
        "™️ trademark|♻️ recycle|✨ sparkles|💥 boom|💬 speech message|🕐 one o'clock time|" +
        "🇺🇸 flag united states|🇨🇦 flag canada|🇲🇽 flag mexico",
    ),
  },
];
