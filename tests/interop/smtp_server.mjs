// A mail server on a free port of 127.0.0.1: node smtp_server.mjs '<options as JSON>'. Prints {"port"} and then every mail it
// took, one line of JSON each. Options: key, certificate (files), tls "implicit" | "starttls", user, password,
// refuse (a recipient), answer (what it says to every mail's end, with its status), stall "greeting" | "drip" | "end".
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { SMTPServer } from 'smtp-server';

const options = JSON.parse(process.argv[2] ?? '{}');
const print = (line) => console.log(JSON.stringify(line));

function refusal(text, status) {
    const error = new Error(text);
    error.responseCode = status;
    return error;
}

function onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('latin1');
        if (options.stall === 'end') return;
        // "{line}" stands for the line of the mail that holds the link: some servers say which one they dislike.
        const link = raw.replaceAll('=\r\n', '').split('\r\n').find((line) => line.includes('/invit')) ?? '';
        if (options.answer) return done(refusal(options.answer.replace('{line}', link), options.status));
        const { mailFrom, rcptTo } = session.envelope;
        print({ from: mailFrom.address, to: rcptTo.map((one) => one.address), secure: session.secure, user: session.user ?? '', raw });
        done();
    });
}

function smtpServer() {
    return new SMTPServer({
        secure: options.tls === 'implicit',
        key: options.key && readFileSync(options.key),
        cert: options.certificate && readFileSync(options.certificate),
        disabledCommands: [...(options.tls === 'starttls' ? [] : ['STARTTLS']), ...(options.user ? [] : ['AUTH'])],
        authMethods: options.methods ?? ['PLAIN', 'LOGIN'],
        authOptional: !options.user,
        allowInsecureAuth: true,
        disableReverseLookup: true,
        logger: false,
        onConnect: (session, done) => options.stall === 'greeting' || done(),
        onAuth(auth, session, done) {
            const right = auth.username === options.user && auth.password === options.password;
            done(right ? null : refusal('authentication failed', 535), { user: `${auth.username} by ${auth.method}` });
        },
        onRcptTo: (address, session, done) => done(address.address === options.refuse ? refusal('no such user', 550) : null),
        onData,
    });
}

// Says something every now and then, but never the end of it.
function drip() {
    return net.createServer((socket) => {
        const timer = setInterval(() => socket.write('2'), 50);
        socket.on('close', () => clearInterval(timer));
        socket.on('error', () => {});
    });
}

const server = options.stall === 'drip' ? drip() : smtpServer();
server.on('error', () => {});
server.listen(options.port ?? 0, '127.0.0.1', function () {
    print({ port: (server.server ?? server).address().port });
});
