/** Greets one person by name. */
function greet(name) {
  return `Hello, ${name}!`;
}

if (require.main === module) {
  console.log(greet(process.argv[2]));
}

module.exports = { greet };
