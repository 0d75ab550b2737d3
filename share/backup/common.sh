# shellcheck shell=bash
# What inkwell-backup and inkwell-restore share; they source it, with `here` set to their own folder. The configuration is
# asked of `inkwell check-config`.
# Sets: engine, data_directory, media_root (empty without media_store_disk), and of SQLite `database`, the file, of MariaDB
# `database`, the name, and `client`, the options that its programs need.

inkwell=${here:?}/inkwell
config=()        # the option --config
defaults_file='' # of MariaDB's client

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

need_program() { # PROGRAM PACKAGE
    command -v "$1" >/dev/null || fail "the program '$1' is missing; it comes with Debian's package $2"
}

absolute() { # PATH
    local path=$1
    [[ $path == /* ]] || path=$PWD/$path
    while [[ $path == */ && $path != / ]]; do path=${path%/}; done
    printf '%s\n' "$path"
}

# The value of a key; nothing when there is no such key, because its plugin is not there.
setting() { # KEY
    local line text rest
    line=$(sed -n "s/^${1//./\\.} = //p" <<<"$settings")
    [[ -n $line ]] || return 0
    if [[ $line =~ ^\"(([^\"\\]|\\.)*)\"'  # ' ]]; then
        text=${BASH_REMATCH[1]}
        rest=${text//\\\\/}
        rest=${rest//\\\"/}
        [[ $rest != *\\* ]] || fail "the value of '$1' has a character that this program does not understand"
        text=${text//\\\"/\"}
        printf '%s\n' "${text//\\\\/\\}"
    elif [[ $line =~ ^([0-9]+|true|false)'  # ' ]]; then
        printf '%s\n' "${BASH_REMATCH[1]}"
    else
        fail "'inkwell check-config' hides the value of '$1', which comes from a reference; give it as a variable instead" \
            "(database_mysql.user is INKWELL_PLUGINS_DATABASE_MYSQL_USER)"
    fi
}

# The database servers of "db1, db2:3307, [fd00::1]:3308", as options of the client: a line for each.
hosts_of() { # HOSTS PORT
    local host port
    while IFS= read -r host; do
        host=${host//[[:space:]]/}
        port=$2
        if [[ $host =~ ^\[(.+)\](:([0-9]+))?$ ]]; then
            host=${BASH_REMATCH[1]}
            port=${BASH_REMATCH[3]:-$port}
        elif [[ $host =~ ^([^:]+):([0-9]+)$ ]]; then
            host=${BASH_REMATCH[1]}
            port=${BASH_REMATCH[2]}
        fi
        printf -- '--host=%s --port=%s\n' "$host" "$port"
    done <<<"${1//,/$'\n'}"
}

# As the server itself connects.
add_tls() {
    local authorities certificate
    authorities=$(setting database_mysql.tls_ca)
    [[ -n $authorities ]] || return 0
    client+=(--ssl)
    if [[ $(setting database_mysql.tls_verify) == true ]]; then
        client+=(--ssl-verify-server-cert)
        if [[ $authorities == system ]]; then
            client+=(--ssl-capath=/etc/ssl/certs)
        else
            client+=("--ssl-ca=$authorities")
        fi
    fi
    certificate=$(setting database_mysql.tls_cert)
    [[ -n $certificate ]] || return 0
    # check-config does not show what is called a key, be it a path.
    [[ -n $defaults_file ]] || fail "database_mysql.tls_cert is set: name its key in a file given with" \
        "--defaults-extra-file, as 'ssl-key = PATH' under [client]"
    client+=("--ssl-cert=$certificate")
}

read_mysql_settings() {
    local user socket host port hosts first
    user=$(setting database_mysql.user)
    socket=$(setting database_mysql.socket)
    database=$(setting database_mysql.database)
    client=()
    other_hosts=()
    [[ -z $defaults_file ]] || client+=("--defaults-extra-file=$defaults_file")
    client+=("--user=$user" --default-character-set=utf8mb4)
    if [[ -n $socket ]]; then
        client+=("--socket=$socket")
    else
        host=$(setting database_mysql.host)
        port=$(setting database_mysql.port)
        mapfile -t hosts < <(hosts_of "$host" "$port")
        read -ra first <<<"${hosts[0]}"
        client+=("${first[@]}")
        # shellcheck disable=SC2034  # inkwell-restore asks them
        other_hosts=("${hosts[@]:1}")
    fi
    add_tls
}

sql() { mariadb "${client[@]}" --batch --skip-column-names "$@"; }

# A statement of a dump ends with a line; a record longer than some is a statement of its own. As text a record may have
# twice the bytes that it was stored with: quotes and the like double.
longest_statement() { # DUMP
    awk '{ bytes += length($0) + 1; if (bytes > most) most = bytes } /;$/ { bytes = 0 } END { printf "%d\n", most }' "$1"
}

# What the database server lacks to take the dump; nothing when it takes it.
too_long_for_server() { # DUMP
    local longest most needed
    longest=$(longest_statement "$1") || return
    most=$(sql -e 'SELECT @@max_allowed_packet') || return
    ((longest >= most)) || return 0
    needed=$((longest / 1048576 + 1))
    echo "the longest statement of the dump has $longest bytes, and the database server's max_allowed_packet is $most;" \
        "as its administrator run: SET GLOBAL max_allowed_packet = $((needed * 1048576)), and write" \
        "'max_allowed_packet = ${needed}M' under [mariadbd] into its configuration"
}

read_settings() {
    [[ -x $inkwell ]] || fail "the program '$inkwell' is missing"
    settings=$("$inkwell" check-config "${config[@]}") || fail 'the configuration cannot be used; see above'
    engine=$(setting database.engine)
    data_directory=$(setting data.directory)
    data_directory=$(absolute "$data_directory")
    case $engine in
    sqlite)
        database=$(setting database_sqlite.file)
        [[ $database == /* ]] || database=$data_directory/$database
        # Where SQLite keeps its log: beside the file, not beside a link to it.
        [[ ! -L $database ]] || database=$(readlink -f -- "$database") ||
            fail "the link '$database' to the database leads nowhere"
        ;;
    mysql) read_mysql_settings ;;
    *) fail "the database engine '$engine' is unknown here: back up its database by its own means" ;;
    esac
    media_root=''
    if [[ $(setting media_store_disk.enabled) == true ]]; then
        media_root=$(setting media_store_disk.root)
        media_root=$(absolute "${media_root:-$data_directory/media}")
    fi
}
