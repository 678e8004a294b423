// The sentences of the benchmark's documents. Each stands under a heading that says what it is about, as in real
// handbooks, so the sentence itself names neither its part nor its chapter. `{…}` are values that differ by place.

/** A sentence, and a question that it answers in other words. The question has no value of the sentence. */
export type Told = [sentence: string, question: string];

/** A section: its sentences in prose, the items of its list, and its table. */
export interface Topic {
  title: string;
  sentences: Told[];
  items?: string[];
  /** The column names of a table, and the names of its rows. The other cells are made. */
  table?: { columns: string[]; rows: string[] };
  /** The lines of a code block. */
  code?: string[];
}

/**
 * A document: it has a section for each name, part and topic. A handbook has a chapter for each name and a section for
 * each part of it. A register has its entries in the order of time, so neighbours have nothing in common.
 */
export interface Outline {
  title: string;
  order: 'handbook' | 'register';
  names: string[];
  parts: string[];
  topics: Topic[];
}

export const outlines: Outline[] = [
  {
    title: 'Harbours of the coast',
    order: 'handbook',
    names: ['Aldmoor', 'Brackwater', 'Corrin', 'Dunvale', 'Eskholm', 'Farrow'],
    parts: ['Old basin', 'North quay', 'Fuel station', 'Slipway', 'Crane', 'Dry dock', 'Ferry pier', 'Fish market'],
    topics: [
      {
        title: 'Opening times',
        sentences: [
          [
            'The gates open at {hour}:{minute} and are locked again {number} minutes before dark.',
            'When are the gates unlocked in the morning',
          ],
          ['From {month} to {month} nobody is on duty on Sundays.', 'In which months is no staff present on Sundays'],
          [
            'Whoever comes later rings the bell {number} times and waits for the watchman.',
            'How does somebody get in after closing',
          ],
          [
            'On the feast of the boats everything stays closed until {hour}:{minute}.',
            'Until when is it shut on the feast of the boats',
          ],
        ],
      },
      {
        title: 'Fees',
        sentences: [
          ['A day costs {number} crowns, and a week costs as much as {digit} days.', 'What is the daily charge'],
          ['Members of the sailing club pay {number} percent less.', 'Which discount do club members get'],
          ['An invoice that is {number} days late costs {digit} crowns more.', 'What is the penalty for late payment'],
        ],
        table: {
          columns: ['Length of boat', 'Summer', 'Winter', 'Deposit'],
          rows: ['up to 6 m', '6 to 8 m', '8 to 10 m', '10 to 12 m', '12 to 15 m', 'above 15 m'],
        },
      },
      {
        title: 'Rules',
        sentences: [
          [
            'Boats that are laid up here for the winter are covered by the {day} of {month}.',
            'By which date are laid-up boats to be covered',
          ],
          [
            'Fires are forbidden within {number} metres of the water.',
            'How far from the water may somebody light a fire',
          ],
          ['Dogs are led on a rope of at most {digit} metres.', 'How long may the leash of a dog be'],
        ],
        items: [
          'Keep the ladders free of ropes.',
          'Hand in found things at the office within {digit} days.',
          'Rinse nets only at tap {number}.',
          'Report spilled oil on channel {number} at once.',
        ],
      },
      {
        title: 'Equipment',
        sentences: [
          ['The winch lifts {number} tonnes and was tested in {month} {year}.', 'Which weight can the winch lift'],
          [
            'Electricity comes from {digit} sockets with {number} amperes each.',
            'How much current do the sockets provide',
          ],
          ['Spare fenders lie in hut {number} behind the ropes.', 'Where are replacement fenders kept'],
        ],
        table: {
          columns: ['Item', 'Number', 'Place', 'Last checked'],
          rows: ['life rings', 'fire extinguishers', 'boat hooks', 'hoses', 'signal lamps', 'first aid kits'],
        },
      },
      {
        title: 'Who to ask',
        sentences: [
          [
            '{person} is responsible and answers at extension {number}{digit}.',
            'Who is in charge and on which extension',
          ],
          ['At night {person} takes the calls.', 'Who answers calls during the night'],
          ['Complaints are written into the book in room {number}.', 'Where can somebody leave a complaint'],
        ],
      },
    ],
  },
  {
    title: 'Heating plants, register of service notes',
    order: 'register',
    names: ['Tarn 40', 'Tarn 65', 'Velo S', 'Velo XL', 'Ostra', 'Mistral 9'],
    parts: [
      'Burner',
      'Feed pump',
      'Exhaust filter',
      'Control unit',
      'Ash drawer',
      'Heat exchanger',
      'Pellet store',
      'Expansion tank',
    ],
    topics: [
      {
        title: 'Installation',
        sentences: [
          [
            'Leave a gap of {number} centimetres to the wall, so that the cover can be lifted.',
            'Which distance to the wall is required',
          ],
          [
            'The screws are tightened crosswise with {number} newton metres.',
            'With which torque are the screws fastened',
          ],
          ['Two persons carry the part, because it weighs {number} kilograms.', 'How heavy is it'],
        ],
        items: [
          'Switch off the main fuse F{digit}.',
          'Close valve V{number}.',
          'Wait {number} minutes until the display is dark.',
          'Put in the new gasket with the mark towards the front.',
          'Open valve V{number} slowly.',
        ],
      },
      {
        title: 'Cleaning',
        sentences: [
          ['Soot is brushed off after every {number}0 hours of use.', 'How often must soot be removed'],
          ['Only vinegar of {digit} percent dissolves the lime without harm.', 'Which agent removes limescale safely'],
          ['Dry it for {number} minutes before the plant starts again.', 'How long must it dry before a restart'],
        ],
      },
      {
        title: 'Faults',
        sentences: [
          [
            'If the red lamp blinks {digit} times, the sensor has lost its cable.',
            'What does it mean that the red light flashes',
          ],
          [
            'A knocking noise goes away after the bearing is greased with {digit} grams.',
            'What helps against a knocking sound',
          ],
        ],
        table: {
          columns: ['Code', 'Meaning', 'Remedy', 'Warranty'],
          rows: ['E{n}1', 'E{n}2', 'E{n}3', 'E{n}4', 'E{n}5', 'E{n}6'],
        },
      },
      {
        title: 'Settings',
        sentences: [
          [
            'The factory value suits houses of up to {number}0 square metres.',
            'For which size of house is the factory default meant',
          ],
          [
            'Changes take effect after {number} seconds without another key press.',
            'When does a changed value become active',
          ],
        ],
        code: [
          'menu service',
          'unlock {number}{digit}7',
          'set {part}.limit {number}',
          'set {part}.delay {digit}s',
          'save {part}',
          'restart',
        ],
      },
      {
        title: 'Disposal',
        sentences: [
          [
            'The insulation contains {metal} and goes to a collection point.',
            'Which hazardous metal is in the insulation',
          ],
          [
            'The dealer takes the old part back for {number} crowns.',
            'What does returning the old part to the dealer cost',
          ],
        ],
      },
    ],
  },
  {
    title: 'Interfaces, register of changes',
    order: 'register',
    names: ['Ledger', 'Parcel', 'Roster', 'Census', 'Tickets', 'Archive'],
    parts: ['Accounts', 'Orders', 'Shipments', 'Invoices', 'Refunds', 'Customers', 'Subscriptions', 'Reports'],
    topics: [
      {
        title: 'Create',
        sentences: [
          ['The call answers within {number} milliseconds, or gives up.', 'After which time does creation give up'],
          ['A repeated key is recognized for {number} hours.', 'How long is an idempotency key remembered'],
        ],
        code: [
          'POST /v{digit}/{part}',
          'content-type: application/json',
          '',
          '{ "reference": "{part}-{number}", "priority": {digit},',
          '  "region": "zone-{number}" }',
        ],
      },
      {
        title: 'List',
        sentences: [
          [
            'A page has {number} entries unless the caller asks for fewer.',
            'How many entries are on a page by default',
          ],
          ['Entries older than {digit} years are left out.', 'Which old entries are omitted'],
        ],
        table: {
          columns: ['Parameter', 'Type', 'Default', 'Since version'],
          rows: ['cursor', 'page_size', 'created_before', 'include_archived', 'sort_key', 'expand'],
        },
      },
      {
        title: 'Errors',
        sentences: [
          ['After {digit} refusals in a row the key is paused for {number} minutes.', 'When is a key paused'],
          [
            'The body of an error names the field and a hint of at most {number} words.',
            'How long is the hint of an error',
          ],
        ],
        items: [
          '`{n}001`: the caller is unknown in zone {number}.',
          '`{n}002`: the amount is above {number}000.',
          '`{n}003`: another call holds the lock for {digit} seconds.',
          '`{n}004`: the template has no variable {digit}.',
        ],
      },
      {
        title: 'Limits',
        sentences: [
          ['One caller may hold {number} connections.', 'How many connections may a caller keep open'],
          ['Bodies above {number} megabytes are refused before they are read.', 'What is the largest accepted body'],
          [
            'Between {hour}:{minute} and midnight the limits are doubled.',
            'At which time of day do higher limits apply',
          ],
        ],
      },
      {
        title: 'Events',
        sentences: [
          [
            'An event is sent {digit} times, the last time after {number} hours.',
            'How often is the delivery of an event tried',
          ],
          ['The signature covers the first {number} kilobytes.', 'Which part of the body does the signature cover'],
          ['Consumers in the region {metal} get events from a mirror.', 'Which region is served from a mirror'],
        ],
      },
    ],
  },
];

export const fillings: Record<string, readonly string[]> = {
  month: ['January', 'March', 'April', 'May', 'June', 'August', 'September', 'October', 'November'],
  person: ['Ida Lund', 'Per Aas', 'Mona Quist', 'Jorn Bech', 'Tilda Rask', 'Nils Horn', 'Vera Dahl', 'Emil Sand'],
  metal: ['lead', 'zinc', 'cadmium', 'nickel', 'chrome', 'copper'],
  cell: ['none', 'green', 'on request', 'twice', 'left side', 'by hand', 'sealed', 'reduced', 'weekly', 'extern'],
};

/** Sentences without an answer, which stand between the others. */
export const padding = [
  'This section was last revised in {month} {year} after a review of all remarks.',
  'Older editions of this text are kept for reference and may differ in details.',
  'Whoever finds a mistake is kindly asked to tell the editors, who collect remarks in {month}.',
  'Words in capital letters are explained at the end of the volume.',
  'The drawings were made by {person} and show the state of {year}.',
  'Where nothing else is written, the general terms of the operator apply.',
  'A short summary hangs beside the door and is renewed every spring.',
  'Training takes place in {month}, and places are given in the order of the letters that ask for them.',
];
