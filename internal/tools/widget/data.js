// dataOf returns what a result says: structured, else the first of its texts that is JSON, since some hosts hand
// over only the texts. It returns null for a result without gifts.
function dataOf(result) {
  const candidates = [result?.structuredContent, result?.result, ...(result?.content ?? []).map((block) => block?.text)];
  for (const candidate of candidates) {
    const data = typeof candidate === "string" ? parsed(candidate) : candidate;
    if (data && (Array.isArray(data.gifts) || Array.isArray(data.people))) return data;
  }
  return null;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// failureOf returns the text of a result that says why there are no gifts, "" for any other.
const failureOf = (result) => (result?.isError && result.content?.find((block) => block.text)?.text) || "";

// giftsOf lists all the gifts of an answer.
const giftsOf = (data) => data?.gifts ?? data?.people?.flatMap((person) => person.gifts) ?? [];

// argumentsOf are the arguments of suggest_gifts that lead to an answer, read out of it. They stand in for those
// of the call where a host does not hand them over.
function argumentsOf(data) {
  const understood = data?.understood;
  if (!understood?.budget?.max) return null;
  const { occasion, relationship, age, interests, avoid, budget } = understood;
  return present({
    occasion, interests, avoid,
    recipient: relationship,
    age: age && age.from === age.to ? age.from : undefined,
    budget: budget.max, min_budget: budget.min, currency: budget.currency,
  });
}

// present leaves out of an object what has no value.
const present = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => isThere(value)));
