// A form for the arguments of a tool, made from its input schema.

// What the form begins with, for arguments of these names.
const examples = {
  occasion: 'birthday',
  budget: 50,
  recipient: 'friend who loves board games and tea',
  total_budget: 150,
  recipients: [{ recipient: 'my sister, who loves gardening' }, { recipient: 'my brother, who cooks' }],
};

// show fills a form with a control for each argument.
export function show(form, schema) {
  const button = document.createElement('button');
  button.textContent = 'Call the tool';
  form.replaceChildren(button);
  for (const [name, property] of Object.entries(schema.properties)) {
    const control = controlFor(property);
    control.name = name;
    control.required = (schema.required ?? []).includes(name);
    control.value = write(property, examples[name]);
    const label = document.createElement('label');
    label.title = property.description ?? '';
    label.append(control.required ? `${name} *` : name, control);
    button.before(label);
  }
}

// read returns the arguments that were filled in. It throws an error that names the one that can't be read.
export function read(form, schema) {
  const result = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = form.elements[name].value.trim();
    if (text === '') continue;
    try {
      result[name] = parse(property, text);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  }
  return result;
}

function controlFor(property) {
  if (property.enum) return choice(property.enum);
  const isText = property.type === 'string';
  if (isJSON(property) || (isText && property.maxLength > 1000)) {
    return Object.assign(document.createElement('textarea'), { rows: isText ? 3 : 6, spellcheck: isText });
  }
  const input = document.createElement('input');
  if (isNumber(property)) Object.assign(input, { type: 'number', step: property.type === 'integer' ? 1 : 'any' });
  if (property.format === 'date') input.type = 'date';
  if (property.type === 'array') input.placeholder = (property.items.enum ?? ['comma', 'separated']).join(', ');
  return input;
}

function choice(values) {
  const select = document.createElement('select');
  for (const value of ['', ...values]) select.append(new Option(value));
  return select;
}

function parse(property, text) {
  if (isJSON(property)) return JSON.parse(text);
  if (isNumber(property)) return Number(text);
  if (property.type === 'array') return text.split(',').map((item) => item.trim()).filter(Boolean);
  return text;
}

function write(property, value) {
  if (value === undefined) return '';
  return isJSON(property) ? JSON.stringify(value, null, 1) : String(value);
}

const isNumber = ({ type }) => type === 'number' || type === 'integer';

// isJSON tells the arguments that have no plain control.
const isJSON = ({ type, items }) => !['string', 'number', 'integer'].includes(type) && items?.type !== 'string';
