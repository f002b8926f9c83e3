const assert = require('node:assert/strict');
const { greet } = require('./greet.js');

assert.equal(greet('Ada'), 'Hello, Ada!');
