/**
 * What a promise comes to, or `instead` where it fails or takes too long: what a browser keeps for the page
 * is never worth waiting for without end. WebKit leaves a transaction, or a question about locks, without an
 * answer now and then, when one page has just taken the place of another.
 */
export function within(promise, milliseconds, instead) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, instead);
    promise.then(resolve, () => resolve(instead)).finally(() => clearTimeout(timer));
  });
}
